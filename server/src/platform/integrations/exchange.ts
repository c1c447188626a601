import type { AskedCoverage, DeductionKind, IncomeKind, PayPeriod } from '@coverdesk/domain/ede/ede-answers.ts'
import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import type { ImmigrationStatus } from '@coverdesk/domain/eligibility/member-choices.ts'
import type { SpecialEnrollment } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import type { RatedPerson } from '@coverdesk/domain/plans/premium.ts'
import type { Relationship } from '@coverdesk/domain/sandbox/household-rule.ts'
import type { PlanDirectory } from './plan-directory.ts'

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

/** Member of the household of an application. Amounts are decimal texts. */
export interface ExchangePerson {
  /** Id within the application; the same in each of its changes. */
  id: string
  firstName: string
  middleName: string
  lastName: string
  dob: string
  sex: 'F' | 'M'
  relationship: Relationship
  applies: boolean
  /** Nine digits; null if not given. */
  ssn: string | null
  /** Null where it is not asked. */
  tobacco: boolean | null
  expecting: number
  status: ImmigrationStatus
  coverage: AskedCoverage
  /** Monthly premium of the employer's offer. */
  offer: string | null
  /** Whether that offer meets the minimum value; null where it is not known, or there is none. */
  offerMinimumValue: boolean | null
  /** Negative for a loss of a self-employed person. */
  incomes: readonly { kind: IncomeKind; amount: string; period: PayPeriod }[]
  deductions: readonly { kind: DeductionKind; amount: string; period: PayPeriod }[]
}

/** Application for eligibility, as a client reviewed it. */
export interface ExchangeApplication {
  /** Idempotency key: a repeated submission returns the same application. */
  submissionId: string
  /** The exchange's id of the application that this changes; null for a new one. */
  changes: string | null
  planYear: number
  /** Life event for coverage of this year while the exchange offers the next one; null in open enrollment. */
  special: SpecialEnrollment | null
  /** Our id of the user who submits it; the exchange's record names it. */
  partnerAssignedConsumerId: string
  /** Agent who assists; null for clients who apply alone. */
  agent: { npn: string; name: string } | null
  persons: readonly ExchangePerson[]
  contact: { email: string; phone: string; address: string; zipCode: string; countyFips: string; state: string }
  taxes: { files: boolean; jointly: boolean; claimed: boolean }
  /** Yearly income of the household. */
  income: string
  /** The client's signature under the attestations. */
  attested: { texts: readonly string[]; signedName: string; signedAt: string }
}

/** Request for a code or link by which a client authorizes an agent for a plan year. */
export interface ExchangeAuthorizationRequest {
  /** Names the request in later calls; a repeated one is answered as the first time. */
  requestId: string
  /** Null before the application is submitted. */
  exchangeAssignedId: string | null
  planYear: number
  client: string
  agent: { npn: string; name: string }
  channel: 'email' | 'sms'
  /** The client's own email address, or phone number of ten digits. */
  contact: string
  language: 'en' | 'es'
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

/** Benchmark plan as an exchange states it; the premium is an amount. */
export interface StatedBenchmark {
  id: string
  premium: string
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
  /**
   * Submits an application and returns the JSON text
   * `{ submissionId, outcome: 'accepted' | 'refused', exchangeAssignedId, reason }`. Idempotent by `submissionId`.
   */
  apply: (application: ExchangeApplication, signal: AbortSignal) => Promise<string>
  /** All offered plans, unordered. The caller validates the response. */
  plans: (question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /** The second lowest silver plan for the people of a question, if the exchange states it: its id and premium. */
  benchmark?: (question: PlanQuestion, signal: AbortSignal) => Promise<StatedBenchmark | null>
  /** Doctors and drugs of its plans, if it has any. */
  directory?: PlanDirectory
  /** Plan with its benefits, or null when it is not offered in the year. No premium where it is not sold. */
  plan: (planId: string, question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /**
   * Sends the client a code or link and returns the JSON text `{ requestId, outcome: 'sent', sentTo, expires }` or
   * `{ requestId, outcome: 'refused', reason }`. Idempotent by `requestId`.
   */
  requestAuthorization: (request: ExchangeAuthorizationRequest, signal: AbortSignal) => Promise<string>
  /**
   * Takes the client's code, or tells without one whether the client used the link. Returns the JSON text
   * `{ requestId, outcome: 'authorized', method, authorizedAt, validUntil }`, or with the outcome `waiting`, `wrong-code` or
   * `expired`.
   */
  authorization: (asked: { requestId: string; code: string | null }, signal: AbortSignal) => Promise<string>
  /**
   * Enrolls and returns the JSON text `{ submissionId, outcome: 'accepted' | 'refused', reason }`. Idempotent by
   * `submissionId`.
   */
  enroll: (enrollment: ExchangeEnrollment, signal: AbortSignal) => Promise<string>
}
