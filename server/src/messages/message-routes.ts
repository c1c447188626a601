import { messages } from '@coverdesk/domain/messages/message-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { findMessage, listMessages } from './outbox-list.ts'

export function messageRoutes(on: Bind): void {
  on(messages.list, listMessages)
  on(messages.one, findMessage)
}
