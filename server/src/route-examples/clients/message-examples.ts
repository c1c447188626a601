import { randomUUID } from 'node:crypto'
import type { messages } from '@coverdesk/domain/messages/message-contract.ts'
import { queueMessage } from '../../messages/queue-message.ts'
import { common, type ExamplesOf, nothing } from '../example.ts'

export const messageExamples: ExamplesOf<typeof messages> = {
  list: nothing,
  one: {
    answers: common,
    own: async ({ agency, me }) => ({
      id: await queueMessage(agency.db, agency.services, {
        kind: 'password-changed',
        channel: 'email',
        userId: me.userId,
        recipient: me.userName,
        language: 'en',
        facts: {},
      }),
    }),
    missing: () => ({ id: randomUUID() }),
  },
}
