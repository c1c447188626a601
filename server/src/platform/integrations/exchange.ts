import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import type { RatedPerson } from '@coverdesk/domain/plans/premium.ts'

/** Application as stored by the agency. */
export interface StoredApplication {
  userFirstName: string
  userLastName: string
  userPhone: string | null
  userEmail: string | null
  document: unknown
}

/** Reference to an application on the exchange. */
export interface ExchangeQuestion {
  exchangeAssignedId: string
  /** Null if the agency has no copy yet. */
  held: StoredApplication | null
}

/** People enrolled together in one plan. Amounts are monthly decimal texts. */
export interface ExchangeEnrollmentGroup {
  applicants: readonly string[]
  plan: { id: string; name: string; issuer: string; premium: string }
  aptc: string
}

/** Enrollment request for an application. */
export interface ExchangeEnrollment extends ExchangeQuestion {
  /** Idempotency key: a repeated submission returns the same result. */
  submissionId: string
  planYear: number
  groups: readonly ExchangeEnrollmentGroup[]
  /** Attested texts by name, with the time. */
  attested: Readonly<Record<string, string>>
  attestedAt: string
}

/** Plan query. Contains no personal data that identifies anyone. */
export interface PlanQuestion {
  year: number
  /** Null: all plans of the year, without premiums. */
  place: { zipCode: string; countyFips: string; state: string } | null
  /** People to cover; null returns no premiums. */
  people: readonly RatedPerson[] | null
  /** Cost-sharing reduction of the household; selects the variant of silver plans. */
  csr: CsrVariant | null
}

/** State of a remote exchange, by its last calls. */
export type ExchangeHealth = 'answers' | 'does not answer'

/**
 * Health insurance exchange that holds applications: the built-in sandbox or a remote one
 * (`marketplace/network-exchange.ts`).
 */
export interface Exchange {
  /** State without a request to the exchange. Null for the built-in sandbox. */
  health: (() => ExchangeHealth) | null
  /** Current application text, or null when the exchange does not know the id. */
  application: (question: ExchangeQuestion, signal: AbortSignal) => Promise<string | null>
  /** All offered plans, unordered. The caller validates the response. */
  plans: (question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /** Plan with its benefits, or null when it is not offered in the year. No premium where it is not sold. */
  plan: (planId: string, question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /**
   * Enrolls and returns the JSON text `{ submissionId, outcome: 'accepted' | 'refused', reason }`. Idempotent by
   * `submissionId`.
   */
  enroll: (enrollment: ExchangeEnrollment, signal: AbortSignal) => Promise<string>
}
