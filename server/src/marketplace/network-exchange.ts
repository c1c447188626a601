import { Failure } from '@coverdesk/domain/failures.ts'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { createHttpClient, type HttpRequest, RequestRejected } from '../platform/integrations/http-client.ts'

/** Bytes: all plans of a state with what a card shows, several times over. */
const maxResponseBytes = 8 * 1024 * 1024

type Where = Omit<Parameters<typeof createHttpClient>[0], 'maxResponseBytes'>

/**
 * An exchange that is reached over a network, by the calls of `docs/exchange.md`. It is told no more than a question needs:
 * of an application its id, since it holds the rest itself. Every call may be repeated; an enrollment travels under its own
 * id by PUT, and is repeated by who sends it alone.
 */
export function networkExchange(where: Where): Exchange {
  const party = createHttpClient({ ...where, maxResponseBytes })
  const ask = async (question: HttpRequest, signal: AbortSignal) => {
    try {
      return await party.send(question, signal)
    } catch (error) {
      if (error instanceof RequestRejected) throw new Failure('exchange.unfit', { cause: error })
      throw error
    }
  }
  return {
    health: () => (party.isAvailable() ? 'answers' : 'does not answer'),
    application: async ({ exchangeAssignedId }, signal) =>
      (await ask({ method: 'GET', path: `/applications/${encodeURIComponent(exchangeAssignedId)}` }, signal))?.text ??
      null,
    plans: async (question, signal) =>
      (await ask({ method: 'POST', path: '/plans', body: question }, signal))?.body ?? null,
    plan: async (planId, question, signal) =>
      (await ask({ method: 'POST', path: `/plans/${encodeURIComponent(planId)}`, body: question }, signal))?.body ??
      null,
    enroll: async ({ held: _held, ...told }, signal) => {
      const path = `/enrollments/${encodeURIComponent(told.submissionId)}`
      const answer = await ask({ method: 'PUT', path, body: told, retry: false }, signal)
      // An exchange that knows no such application says so with a refusal; a 404 is about the address.
      if (!answer) throw new Failure('exchange.unfit')
      return answer.text
    },
  }
}
