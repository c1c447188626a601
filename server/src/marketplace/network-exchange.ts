import { Failure } from '@coverdesk/domain/failures.ts'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { NotUnderstood, type OutsideQuestion, outsideParty } from '../platform/integrations/outside-party.ts'

/** Bytes: all plans of a state with what a card shows, several times over. */
const longestAnswer = 8 * 1024 * 1024

type Where = Omit<Parameters<typeof outsideParty>[0], 'longestAnswer'>

/**
 * An exchange that is reached over a network, by the calls of `docs/exchange.md`. It is told no more than a question needs:
 * of an application its id, since it holds the rest itself. Every call may be repeated; an enrollment travels under its own
 * id by PUT, and is repeated by who sends it alone.
 */
export function networkExchange(where: Where): Exchange {
  const party = outsideParty({ ...where, longestAnswer })
  const ask = async (question: OutsideQuestion, signal: AbortSignal) => {
    try {
      return await party.ask(question, signal)
    } catch (error) {
      if (error instanceof NotUnderstood) throw new Failure('exchange.unfit', { cause: error })
      throw error
    }
  }
  return {
    health: () => (party.answers() ? 'answers' : 'does not answer'),
    application: async ({ exchangeAssignedId }, signal) =>
      (await ask({ method: 'GET', path: `/applications/${encodeURIComponent(exchangeAssignedId)}` }, signal))?.text ??
      null,
    plans: async (question, signal) =>
      (await ask({ method: 'POST', path: '/plans', body: question }, signal))?.said ?? null,
    plan: async (planId, question, signal) =>
      (await ask({ method: 'POST', path: `/plans/${encodeURIComponent(planId)}`, body: question }, signal))?.said ??
      null,
    enroll: async ({ held: _held, ...told }, signal) => {
      const path = `/enrollments/${encodeURIComponent(told.submissionId)}`
      const answer = await ask({ method: 'PUT', path, body: told, again: false }, signal)
      // An exchange that knows no such application says so with a refusal; a 404 is about the address.
      if (!answer) throw new Failure('exchange.unfit')
      return answer.text
    },
  }
}
