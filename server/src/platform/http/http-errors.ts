import { Failure, type FailureBody, type FailureCode, failures } from '@coverdesk/domain/failures.ts'
import type { LogCategory } from '@coverdesk/domain/logs/log-levels.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isDatabaseUnavailable, isDiskFull } from '../db/database-errors.ts'
import { complaintsOf } from './input/complaints.ts'

/** Constraint → failure: the database holds the rule, this table gives it its sentence. */
const constraintFailures: Record<string, FailureCode> = {
  agent_appointments_one_a_day: 'agent.appointment_doubled',
  agent_licenses_one_a_day: 'agent.license_doubled',
  agent_rates_one_a_day: 'rate.overlaps',
  agents_login_email_taken: 'agent.email_taken',
  agents_npn_taken: 'agent.npn_taken',
  carrier_issuer_ids_state_fkey: 'request.invalid',
  carrier_issuer_ids_taken: 'carrier.issuer_taken',
  carrier_names_taken: 'carrier.name_taken',
  carriers_name_taken: 'carrier.name_taken',
  contact_messages_submission: 'request.invalid',
  enrollment_sendings_one_under_way: 'enrollment.under_way',
  import_batches_commissions_once: 'upload.duplicate',
  import_batches_file_once: 'upload.duplicate',
  lookup_values_name_taken: 'list.name_taken',
  users_contact_taken: 'user.contact_taken',
  users_user_name_taken: 'user.name_taken',
}

/** Foreign keys by their names, `<table>_<column>_fkey`: what a caller's id did not find (platform/http/http-references.test.ts). */
const missingReferences: readonly [name: RegExp, code: FailureCode][] = [
  [/_(agent|aor|assigned)_id_fkey$/, 'agent.not_found'],
  [/_carrier_id_fkey$/, 'carrier.not_found'],
  [/_(contact|other|kept|merged)_id_fkey$|_merged_into_fkey$/, 'contact.not_found'],
  [/_(country|state|county|city)(_id)?_fkey$/, 'place.not_found'],
]

/** What PostgreSQL says of values that a schema let through: U+0000 in a text, a number beyond its column. */
const unfitValues = new Set(['22021', '22P05', '22003'])

const fastifyFailures: Record<string, FailureCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
}

/** Any error as a failure of the list; what is none of them is a `server.error` that tells nothing (P-45). */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof z.ZodError) return invalidInput(error)
  const code = codeOf(error)
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  const missing = code === '23503' ? missingReferences.find(([name]) => name.test(constraint))?.[1] : undefined
  const named = constraintFailures[constraint] ?? missing ?? fastifyFailures[code]
  if (named) return new Failure(named)
  if (unfitValues.has(code)) return new Failure('request.invalid')
  // The database met a full disk before the watch over it did.
  if (isDiskFull(error)) return new Failure('server.disk_low')
  if (isDatabaseUnavailable(error)) return new Failure('server.busy')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Failure('request.too_large')
  if (status === 415) return new Failure('request.unsupported_media')
  return status >= 400 && status < 500 ? new Failure('request.malformed') : new Failure('server.error')
}

/** 400 with complaints by their path; the message is the first sentence, so that it reads well in a toast (API-10). */
export function invalidInput(error: z.ZodError): Failure {
  const details = complaintsOf(error)
  const first = details[0]
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : failures['request.invalid'].message
  return new Failure('request.invalid', { message, details })
}

/** Seconds after which a call may be tried again, where the failure does not know better. */
const retryAfterOf: Record<number, number> = { 429: 60, 503: 2 }

/** Whose calls failed, for the log. */
const callers = new WeakMap<FastifyRequest, number>()

/** Keeps whose call it is that fails, so that the log can say it. */
export function noteCaller(request: FastifyRequest, userId: number | null): void {
  if (userId !== null) callers.set(request, userId)
}

/** Answers a failure as `{ code, message, details, requestId }`; the log has the cause of a 5xx, without the query string. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  // Nobody has to look into a refusal that was meant, and the log takes space too.
  if (
    failure.status >= 500 &&
    !(error instanceof Failure && failure.code === 'server.disk_low') &&
    !isGone(error, reply)
  )
    request.log.error(
      {
        category: 'Calls' satisfies LogCategory,
        userId: callers.get(request),
        err: error,
        code: failure.code,
        route: request.routeOptions?.url,
      },
      'A call failed',
    )
  const retryAfter = failure.retryAfterSeconds ?? retryAfterOf[failure.status]
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  const body: FailureBody = {
    code: failure.code,
    message: failure.message,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    requestId: request.id,
  }
  return reply.status(failure.status).type('application/json; charset=utf-8').send(body)
}

/** Who asked went away before the answer was theirs. */
function isGone(error: unknown, reply: FastifyReply): boolean {
  return codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
}

function codeOf(error: unknown): string {
  const coded: Partial<FastifyError> = error instanceof Error ? error : {}
  return typeof coded.code === 'string' ? coded.code : ''
}
