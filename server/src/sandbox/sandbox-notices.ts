import { canSend, queueMessage } from '../messages/queue-message.ts'
import type { Services } from '../platform/http/http-call.ts'
import type { SandboxNotice } from './authorize-at-sandbox.ts'

/** Sends the sandbox's codes through our own outbox, where a demo shows them. */
export function sandboxNotices(services: Pick<Services, 'config' | 'sealer' | 'brands'>): SandboxNotice {
  return async (db, { channel, contact, language, code, link, agent, planYear }) => {
    if (!canSend(services.config, channel)) return false
    await queueMessage(db, services, {
      kind: 'exchange-authorization',
      channel,
      userId: null,
      recipient: contact,
      language,
      facts: {
        code,
        agent,
        year: String(planYear),
        link: `${services.config.publicUrl}/exchange/authorize?id=${link}`,
      },
    })
    return true
  }
}
