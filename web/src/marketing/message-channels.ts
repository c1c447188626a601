import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ConversationMessage, ConversationWay } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

export const channelWords = {
  sms: { short: 'Text', send: 'Send text', wantsNone: 'Stop texts' },
  email: { short: 'Email', send: 'Send email', wantsNone: 'Stop emails' },
} as const

type Way = Pick<ConversationWay, 'channel' | 'address'>

/** A number as people read it, an address as it is. */
export function showAddress({ channel, address }: Way): string {
  return channel === 'sms' ? showPhone(address) : address
}

/** The value of a choice among the ways to reach somebody. */
export const wayKey = ({ channel, address }: Way) => `${channel} ${address}`

/** What became of a message, in a word. */
export const stateWords: Readonly<Record<ConversationMessage['state'], { word: string; tone: Tone }>> = {
  received: { word: 'Received', tone: 'grey' },
  queued: { word: 'Queued', tone: 'blue' },
  sent: { word: 'Sent', tone: 'green' },
  failed: { word: 'Failed', tone: 'red' },
  outbox: { word: 'In the outbox of this demo', tone: 'grey' },
}
