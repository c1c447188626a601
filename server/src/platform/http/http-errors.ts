import { newFailure } from '@coverdesk/domain/fail.ts'
import { Failure, type FailureBody } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import { invalidFields } from '@coverdesk/domain/invalid-fields.ts'
import type { LogCategory } from '@coverdesk/domain/logs/log-levels.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isDatabaseUnavailable, isDiskFull } from '../db/database-errors.ts'
import { inputProblems } from './input/input-problems.ts'

/** Failure code for each constraint that a request can violate. */
const constraintFailures: Record<string, FailureCode> = {
  agent_adjustments_paid_locked: 'adjustment.paid',
  agent_advances_paid_locked: 'advance.paid',
  agent_ledger_advance_id_fkey: 'advance.paid',
  agent_appointments_one_a_day: 'agent.appointment_doubled',
  agent_licenses_one_a_day: 'agent.license_doubled',
  agent_rates_one_a_day: 'rate.overlaps',
  agent_contracts_one_a_day: 'pay_term.overlaps',
  agent_uplines_no_cycle: 'upline.cycle',
  agent_uplines_one_a_day: 'pay_term.overlaps',
  bank_accounts_one_a_day: 'bank_account.overlaps',
  bank_accounts_second_person: 'bank_account.own',
  pay_runs_closed_locked: 'pay_run.closed',
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
  override_terms_one_a_day: 'pay_term.overlaps',
  policy_splits_one_a_day: 'pay_term.overlaps',
  policy_splits_whole: 'split.not_whole',
  role_templates_name_taken: 'role_template.name_taken',
  schedule_cells_one_row: 'schedule.overlaps',
  users_contact_taken: 'user.contact_taken',
  users_user_name_taken: 'user.name_taken',
}

/** Failure code by name of a violated foreign key, `<table>_<column>_fkey` (checked by http-references.test.ts). */
const missingReferences: readonly [name: RegExp, code: FailureCode][] = [
  [/_(agent|aor|assigned|owner|upline)_id_fkey$/, 'agent.not_found'],
  [/_carrier_id_fkey$/, 'carrier.not_found'],
  [/_(contact|other|kept|merged)_id_fkey$|_merged_into_fkey$/, 'contact.not_found'],
  [/_(country|state|county|city)(_id)?_fkey$/, 'place.not_found'],
]

/** SQLSTATEs of invalid values that passed the schema: U+0000 in a text, a number out of range. */
const invalidValueStates = new Set(['22021', '22P05', '22003'])

const fastifyFailures: Record<string, FailureCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'request.too_large',
}

/** Converts any error to a Failure. Unknown errors become `server.error` without details (P-45). */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof z.ZodError) return invalidInput(error)
  const code = codeOf(error)
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  const missing = code === '23503' ? missingReferences.find(([name]) => name.test(constraint))?.[1] : undefined
  const named = constraintFailures[constraint] ?? missing ?? fastifyFailures[code]
  if (named) return newFailure(named)
  if (invalidValueStates.has(code)) return newFailure('request.invalid')
  // PostgreSQL can hit a full disk before our own check does.
  if (isDiskFull(error)) return newFailure('server.disk_low')
  if (isDatabaseUnavailable(error)) return newFailure('server.busy')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return newFailure('request.too_large')
  if (status === 415) return newFailure('request.unsupported_media')
  return status >= 400 && status < 500 ? newFailure('request.malformed') : newFailure('server.error')
}

/** 400 with problems by path. The message is the first problem, so that a toast can show it (API-10). */
export function invalidInput(error: z.ZodError, sent?: unknown): Failure {
  return invalidFields(inputProblems(error, sent))
}

/** Default Retry-After in seconds. */
const retryAfterOf: Record<number, number> = { 429: 60, 503: 2 }

/** Users of failed requests, for the log. */
const callers = new WeakMap<FastifyRequest, number>()

/** Records the user of a failed request for the log entry. */
export function rememberCaller(request: FastifyRequest, userId: number | null): void {
  if (userId !== null) callers.set(request, userId)
}

/** Sends a failure as `{ code, message, details, requestId }` and logs the cause of a 5xx, without the query string. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  // A refusal for lack of disk space is expected, and logging it would take more space.
  if (
    failure.status >= 500 &&
    !(error instanceof Failure && failure.code === 'server.disk_low') &&
    !isDisconnected(error, reply)
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

/** Whether the client disconnected before the response ended. */
function isDisconnected(error: unknown, reply: FastifyReply): boolean {
  return codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
}

function codeOf(error: unknown): string {
  const coded: Partial<FastifyError> = error instanceof Error ? error : {}
  return typeof coded.code === 'string' ? coded.code : ''
}
