import { newFailure } from '@coverdesk/domain/fail.ts'
import type { Exchange } from '../../platform/integrations/exchange.ts'
import { createHttpClient, type HttpRequest, RequestRejected } from '../../platform/integrations/http-client.ts'

/** Maximum response in bytes: several times all plans of a state with the fields of a card. */
const maxResponseBytes = 8 * 1024 * 1024

type Where = Omit<Parameters<typeof createHttpClient>[0], 'maxResponseBytes'>

/**
 * Exchange over a network, by the calls of `docs/exchange.md`. It receives only what a request needs; of an application
 * its id. All requests are idempotent; an enrollment is sent by PUT under its own id and retried only by its sender.
 */
export function networkExchange(where: Where): Exchange {
  const party = createHttpClient({ ...where, maxResponseBytes })
  const ask = async (question: HttpRequest, signal: AbortSignal) => {
    try {
      return await party.send(question, signal)
    } catch (error) {
      if (error instanceof RequestRejected) throw newFailure('exchange.unexpected_response', { cause: error })
      throw error
    }
  }
  return {
    health: () => (party.isAvailable() ? 'answers' : 'does not answer'),
    application: async ({ exchangeAssignedId }, signal) =>
      (await ask({ method: 'GET', path: `/applications/${encodeURIComponent(exchangeAssignedId)}` }, signal))?.text ??
      null,
    apply: async (application, signal) => {
      const path = `/submissions/${encodeURIComponent(application.submissionId)}`
      const answer = await ask({ method: 'PUT', path, body: application, retry: false }, signal)
      if (!answer) throw newFailure('exchange.unexpected_response')
      return answer.text
    },
    requestAuthorization: async (request, signal) => {
      const path = `/authorizations/${encodeURIComponent(request.requestId)}`
      const answer = await ask({ method: 'PUT', path, body: request, retry: false }, signal)
      if (!answer) throw newFailure('exchange.unexpected_response')
      return answer.text
    },
    authorization: async ({ requestId, code }, signal) => {
      const path = `/authorizations/${encodeURIComponent(requestId)}`
      const answer = await ask({ method: 'POST', path, body: { code }, retry: false }, signal)
      if (!answer) throw newFailure('exchange.unexpected_response')
      return answer.text
    },
    plans: async (question, signal) =>
      (await ask({ method: 'POST', path: '/plans', body: question }, signal))?.body ?? null,
    plan: async (planId, question, signal) =>
      (await ask({ method: 'POST', path: `/plans/${encodeURIComponent(planId)}`, body: question }, signal))?.body ??
      null,
    enroll: async ({ held: _held, ...enrollment }, signal) => {
      const path = `/enrollments/${encodeURIComponent(enrollment.submissionId)}`
      const answer = await ask({ method: 'PUT', path, body: enrollment, retry: false }, signal)
      // An unknown application is a refusal; a 404 means that the address is wrong.
      if (!answer) throw newFailure('exchange.unexpected_response')
      return answer.text
    },
  }
}
