import { randomUUID } from 'node:crypto'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { SessionAnswer, SessionRefusal } from '@coverdesk/domain/healthsherpa/enrollment-session.ts'
import type { Config } from '../platform/config/config.ts'
import type { EnrollmentSessions } from '../platform/integrations/enrollment-sessions.ts'
import { createHttpClient, RequestRejected } from '../platform/integrations/http-client.ts'

const maxResponseBytes = 256 * 1024

/**
 * Enrollment sessions of HealthSherpa ONE. A session only makes links, so a repeated one does no harm; the key of each keeps
 * the retry of a lost answer the same request.
 */
export function healthSherpaSessions({ url, key }: NonNullable<Config['healthSherpa']>): EnrollmentSessions {
  const client = createHttpClient({ url, key: null, maxResponseBytes })
  return {
    start: async (session, signal) => {
      const headers = { 'x-api-key': key, 'idempotency-key': randomUUID() }
      const answer = await client
        .send({ method: 'POST', path: '/v1/enrollment-sessions', body: session, headers }, signal)
        .catch((error: unknown) => {
          throw failureOfSession(error)
        })
      const { data } = SessionAnswer.safeParse(answer?.body)
      return data?.links.shopping_url ?? fail('healthsherpa.unavailable')
    },
  }
}

function failureOfSession(error: unknown): Error {
  if (error instanceof RequestRejected) {
    const { data } = SessionRefusal.safeParse(error.body())
    const details = Object.values(data?.error.details ?? {}).flat()
    const why = [data?.error.message, ...details].filter(Boolean).join(' ')
    return newFailure('healthsherpa.refused', why ? { message: `HealthSherpa refused this: ${why}` } : { cause: error })
  }
  const isForbidden = error instanceof Error && ['http 401', 'http 403'].includes(error.message)
  return newFailure(isForbidden ? 'healthsherpa.not_allowed' : 'healthsherpa.unavailable', { cause: error })
}
