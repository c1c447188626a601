import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { maskDocument, maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { parseRaw } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { z } from 'zod'
import type { Exchange, ExchangeEnrollment, ExchangeQuestion } from '../platform/integrations/exchange.ts'

/** How long an exchange may take to answer (P-84). */
const patienceMs = 10_000
/** Longest answer in characters that is taken. */
const maxResponseLength = 500_000

/**
 * What the exchange says of an application now, as text and understood, without personal numbers (P-61, P-63). Nothing of it is believed before it was looked at:
 * fails with `exchange.unavailable` when no answer came in time, `exchange.unknown_application`, or `exchange.unfit` when
 * what came is no answer about this application.
 */
export async function askExchange(
  exchange: Pick<Exchange, 'application'>,
  question: ExchangeQuestion,
  patience = patienceMs,
): Promise<{ text: string; said: Record<string, unknown> }> {
  const answer = await inTime((signal) => exchange.application(question, signal), patience)
  if (answer === null) return fail('exchange.unknown_application')
  if (answer.length > maxResponseLength) return fail('exchange.unfit')
  const text = maskDocument(answer)
  const said = parseRaw(text)
  if (!said || String(said.exchangeAssignedId) !== question.exchangeAssignedId) return fail('exchange.unfit')
  return { text, said }
}

const Enrolled = z.object({
  submissionId: z.string(),
  outcome: z.enum(['accepted', 'refused']),
  reason: z.string().trim().max(500).nullable().catch(null).default(null),
})

/** Tells the exchange to enroll, and what it answers; fails as `askExchange`, and then nobody knows what became of it. */
export async function tellExchange(
  exchange: Pick<Exchange, 'enroll'>,
  enrollment: ExchangeEnrollment,
  patience = patienceMs,
): Promise<z.infer<typeof Enrolled>> {
  const text = await inTime((signal) => exchange.enroll(enrollment, signal), patience)
  const answer = Enrolled.safeParse(read(text))
  if (!answer.success || answer.data.submissionId !== enrollment.submissionId) return fail('exchange.unfit')
  const { reason } = answer.data
  return { ...answer.data, reason: reason === null ? null : maskNumbers(reason) }
}

function read(text: string): Record<string, unknown> | null {
  return text.length > maxResponseLength ? null : parseRaw(text)
}

/** Waits so long and no longer, also for one that does not heed the signal. Fails with `exchange.unavailable`. */
export async function inTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  patience = patienceMs,
): Promise<Answer> {
  const giveUp = AbortSignal.timeout(patience)
  const tooLate = new Promise<never>((_resolve, reject) => {
    giveUp.addEventListener('abort', () => reject(giveUp.reason), { once: true })
  })
  try {
    return await Promise.race([ask(giveUp), tooLate])
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('exchange.unavailable', { cause: error })
  }
}
