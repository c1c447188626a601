import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { optOut } from '@coverdesk/domain/marketing/opt-out-contract.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { markAbout } from '../notifications/notification-queries.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { findConversation, markRead } from './conversation-queries.ts'
import { receiveMail, receiveText, simulateAnswer } from './inbound-messages.ts'
import { listConversations } from './list-conversations.ts'
import { lockVisibleContact } from './lock-visible-contact.ts'
import { setByLink, showOptOut } from './opt-out-page.ts'
import { setOptOut } from './opt-outs.ts'
import { writeMessage } from './write-message.ts'

export function marketingRoutes(on: Bind): void {
  on(marketing.conversations, listConversations)
  on(marketing.one, findConversation)
  on(marketing.write, writeMessage)
  on(marketing.setRead, ({ db, user }, { contactId, upTo }) =>
    inTransaction(db, async (db) => {
      await lockVisibleContact(db, user, contactId)
      await markRead(db, user.id, contactId, upTo)
      await markAbout(db, user.id, 'message', contactId)
      return done
    }),
  )
  on(marketing.setOptOut, setOptOut)
  on(marketing.simulate, simulateAnswer)
  on(marketing.textCameIn, receiveText)
  on(marketing.mailCameIn, receiveMail)
  on(optOut.page, showOptOut)
  on(optOut.set, setByLink)
}
