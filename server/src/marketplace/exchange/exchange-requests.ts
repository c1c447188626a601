import { ExchangeRefusal } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { CalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { maskDocument, maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { parseRaw } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { ExchangeId } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { z } from 'zod'
import type {
  Exchange,
  ExchangeApplication,
  ExchangeAuthorizationRequest,
  ExchangeEnrollment,
  ExchangeQuestion,
} from '../../platform/integrations/exchange.ts'

/** Timeout for a response of an exchange (P-84). */
const defaultTimeoutMs = 10_000
/** Maximum length of a response in characters. */
const maxResponseLength = 500_000

/**
 * Requests the current record of an application, as masked text and parsed document (P-61, P-63). Fails with
 * `exchange.unavailable`, `exchange.unknown_application`, or `exchange.unexpected_response` for another application.
 */
export async function requestApplication(
  exchange: Pick<Exchange, 'application'>,
  question: ExchangeQuestion,
  timeoutMs = defaultTimeoutMs,
): Promise<{ text: string; record: Record<string, unknown> }> {
  const answer = await withTimeout((signal) => exchange.application(question, signal), timeoutMs)
  if (answer === null) return fail('exchange.unknown_application')
  if (answer.length > maxResponseLength) return fail('exchange.unexpected_response')
  const text = maskDocument(answer)
  const record = parseRaw(text)
  if (!record || String(record.exchangeAssignedId) !== question.exchangeAssignedId)
    return fail('exchange.unexpected_response')
  return { text, record }
}

const Reason = z.string().trim().max(500).nullable().catch(null).default(null)
/** The same as data, of an exchange that states it. */
const Refusal = ExchangeRefusal.nullable().catch(null).default(null)

const Enrolled = z.object({
  submissionId: z.string(),
  outcome: z.enum(['accepted', 'refused']),
  reason: Reason,
  refusal: Refusal,
})

/**
 * Submits an enrollment and returns the response. Fails like `requestApplication`; whether the marketplace enrolled is
 * then unknown.
 */
export async function submitEnrollment(
  exchange: Pick<Exchange, 'enroll'>,
  enrollment: ExchangeEnrollment,
  timeoutMs = defaultTimeoutMs,
): Promise<z.infer<typeof Enrolled>> {
  const text = await withTimeout((signal) => exchange.enroll(enrollment, signal), timeoutMs)
  const answer = Enrolled.safeParse(read(text))
  if (!answer.success || answer.data.submissionId !== enrollment.submissionId)
    return fail('exchange.unexpected_response')
  const { reason } = answer.data
  return { ...answer.data, reason: reason === null ? null : maskNumbers(reason) }
}

const Applied = z.discriminatedUnion('outcome', [
  z.object({
    submissionId: z.string(),
    outcome: z.literal('accepted'),
    exchangeAssignedId: z.union([z.string(), z.number().transform(String)]).pipe(ExchangeId),
  }),
  z.object({ submissionId: z.string(), outcome: z.literal('refused'), reason: Reason, refusal: Refusal }),
])

/**
 * Submits an application for eligibility. Fails like `requestApplication`; whether the marketplace took it is then
 * unknown.
 */
export async function submitApplication(
  exchange: Pick<Exchange, 'apply'>,
  application: ExchangeApplication,
  timeoutMs = defaultTimeoutMs,
): Promise<z.infer<typeof Applied>> {
  const text = await withTimeout((signal) => exchange.apply(application, signal), timeoutMs)
  const answer = Applied.safeParse(read(text))
  if (!answer.success || answer.data.submissionId !== application.submissionId)
    return fail('exchange.unexpected_response')
  const { data } = answer
  return data.outcome === 'accepted'
    ? data
    : { ...data, reason: data.reason === null ? null : maskNumbers(data.reason) }
}

const AuthorizationSent = z.discriminatedUnion('outcome', [
  z.object({
    requestId: z.string(),
    outcome: z.literal('sent'),
    sentTo: z.string().trim().min(1).max(200),
    expires: z.iso.datetime({ offset: true }),
  }),
  z.object({ requestId: z.string(), outcome: z.literal('refused'), reason: Reason, refusal: Refusal }),
])

/** Has the exchange send a client a code. Fails like `requestApplication`; whether a code was sent is then unknown. */
export async function requestAuthorization(
  exchange: Pick<Exchange, 'requestAuthorization'>,
  request: ExchangeAuthorizationRequest,
  timeoutMs = defaultTimeoutMs,
): Promise<z.infer<typeof AuthorizationSent>> {
  const text = await withTimeout((signal) => exchange.requestAuthorization(request, signal), timeoutMs)
  const answer = AuthorizationSent.safeParse(read(text))
  if (!answer.success || answer.data.requestId !== request.requestId) return fail('exchange.unexpected_response')
  const { data } = answer
  return data.outcome === 'sent' ? data : { ...data, reason: data.reason === null ? null : maskNumbers(data.reason) }
}

const Authorized = z.discriminatedUnion('outcome', [
  z.object({
    requestId: z.string(),
    outcome: z.literal('authorized'),
    method: z.enum(['code', 'link']),
    authorizedAt: z.iso.datetime({ offset: true }),
    validUntil: CalendarDate,
  }),
  z.object({ requestId: z.string(), outcome: z.enum(['waiting', 'wrong-code', 'expired']) }),
])

/** What the exchange says about a request for an authorization, after a code if there is one. */
export async function askAuthorization(
  exchange: Pick<Exchange, 'authorization'>,
  asked: { requestId: string; code: string | null },
  timeoutMs = defaultTimeoutMs,
): Promise<z.infer<typeof Authorized>> {
  const text = await withTimeout((signal) => exchange.authorization(asked, signal), timeoutMs)
  const answer = Authorized.safeParse(read(text))
  return answer.success && answer.data.requestId === asked.requestId
    ? answer.data
    : fail('exchange.unexpected_response')
}

function read(text: string): Record<string, unknown> | null {
  return text.length > maxResponseLength ? null : parseRaw(text)
}

/** Waits for a promise up to a timeout, even if the promise ignores the signal. Fails with `exchange.unavailable`. */
export async function withTimeout<Answer>(
  request: (signal: AbortSignal) => Promise<Answer>,
  timeoutMs = defaultTimeoutMs,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const timeout = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([request(signal), timeout])
  } catch (error) {
    if (error instanceof Failure) throw error
    throw newFailure('exchange.unavailable', { cause: error })
  }
}
