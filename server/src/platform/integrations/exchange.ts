import type { CsrVariant } from '@coverdesk/domain/plans/plan.ts'
import type { RatedPerson } from '@coverdesk/domain/plans/premium.ts'

/** An application as the agency holds it. */
export interface ToldApplication {
  userFirstName: string
  userLastName: string
  userPhone: string | null
  userEmail: string | null
  document: unknown
}

/** What the agency asks an exchange about an application. */
export interface ExchangeQuestion {
  exchangeAssignedId: string
  /** Null: the agency has not heard of it yet. */
  held: ToldApplication | null
}

/** Those who are enrolled in one plan together. Amounts are decimal texts, of a month. */
export interface ExchangeEnrollmentGroup {
  applicants: readonly string[]
  plan: { id: string; name: string; issuer: string; premium: string }
  aptc: string
}

/** What the agency asks an exchange to do for the people of an application. */
export interface ExchangeEnrollment extends ExchangeQuestion {
  /** An exchange does what it is told under one id once, and answers the same whenever it is told it again. */
  submissionId: string
  planYear: number
  groups: readonly ExchangeEnrollmentGroup[]
  /** The texts that were attested, by their names, and when. */
  attested: Readonly<Record<string, string>>
  attestedAt: string
}

/** For whom and where an exchange is asked for plans. Holds nothing that names a person. */
export interface PlanQuestion {
  year: number
  /** Null: everything that the exchange offers in the year, without premiums. */
  place: { zipCode: string; countyFips: string; state: string } | null
  /** Those who would be covered; null where nobody is named, and there are no premiums. */
  people: readonly RatedPerson[] | null
  /** The reduction of cost sharing that they have together: silver plans then are of this variant. */
  csr: CsrVariant | null
}

/** How an exchange that is reached over a network stands, by the calls that were made to it last. */
export type ExchangeHealth = 'answers' | 'does not answer'

/**
 * An exchange on which applications stand: the built-in sandbox, or one that is reached over a network
 * (`marketplace/network-exchange.ts`).
 */
export interface Exchange {
  /** Known without asking it, so that anybody may ask us. Null: it is built in, and stands and falls with us. */
  health: (() => ExchangeHealth) | null
  /** The text of the application as it stands there now, or null when the exchange knows none of this id. */
  application: (question: ExchangeQuestion, signal: AbortSignal) => Promise<string | null>
  /** Everything that it offers there, in no particular order; filters, sorts and pages are ours. Believed only after a look. */
  plans: (question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /** One plan with its benefits, or null when it offers none of this id in the year. Without premium where it is not sold. */
  plan: (planId: string, question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /**
   * Enrolls, and answers the text of what became of it: `{ submissionId, outcome: 'accepted' | 'refused', reason }`. May be
   * called again for the same `submissionId`, at any time after the first; then nobody is enrolled twice.
   */
  enroll: (enrollment: ExchangeEnrollment, signal: AbortSignal) => Promise<string>
}
