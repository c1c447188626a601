/**
 * What the answer to a write proves: done; refused, so that it must not be there; or nothing that proves either, because
 * the connection was cut, the answer was a 5xx or none came in time.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** One write of a simulated user. Times are milliseconds from the start of the run; `until` is when the last answer came. */
export type Operation = {
  at: number
  until: number
  user: number
  outcome: Outcome
  /** Status of the last answer; 0 for none. */
  status: number
  /** How often it was sent, always with the same Idempotency-Key. */
  attempts: number
  /** Refused only after an attempt without an answer, which may have been stored: `outcome` is then unknown. */
  refusedOnRepeat: boolean
} & Write

/** `marker` is unique and part of what is stored. */
export type Write =
  | { kind: 'create'; entity: CreatedEntity; marker: string }
  | { kind: 'edit'; entity: 'lead' | 'customer'; record: number; version: number; marker: string }
  | { kind: 'status'; entity: 'pto'; record: number; version: number; marker: string }
  | { kind: 'load'; entity: 'policies' | 'commissions'; marker: string; rows: number; cents: number }
  | { kind: 'sign-in'; session: string | null }
  | { kind: 'sign-out'; session: string }
  | { kind: 'start run'; run: number | null }
  | { kind: 'remove run'; run: number | null }
  /** A request with a session that was acknowledged and not ended, answered with 401. */
  | { kind: 'session check'; session: string }

export type CreatedEntity = 'lead' | 'customer' | 'note' | 'pto'

/** An operation as part of a sentence. */
export function operationText(operation: Operation): string {
  const told = operation.status === 0 ? 'no answer' : `status ${operation.status}`
  return `${nameOf(operation)} by user ${operation.user} (${operation.outcome}: ${told}, ${operation.attempts} sent, from ${seconds(operation.at)} to ${seconds(operation.until)})`
}

function nameOf(operation: Operation): string {
  switch (operation.kind) {
    case 'create':
    case 'load':
      return `${operation.kind} ${operation.entity} ${operation.marker}`
    case 'edit':
    case 'status':
      return `${operation.kind} ${operation.entity} ${operation.record} of version ${operation.version} to ${operation.marker}`
    case 'sign-in':
    case 'sign-out':
    case 'session check':
      return `${operation.kind} ${operation.session ?? ''}`
    default:
      return `${operation.kind} ${operation.run ?? ''}`
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
