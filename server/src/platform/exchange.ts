import type { CsrVariant } from '@coverdesk/domain/plans/plan.ts'
import type { RatedPerson } from '@coverdesk/domain/plans/premium.ts'

/** What the agency asks an exchange about an application. */
export interface ExchangeQuestion {
  exchangeAssignedId: string
  /** The application as the agency holds it. */
  held: {
    userFirstName: string
    userLastName: string
    userPhone: string | null
    userEmail: string | null
    document: unknown
  }
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

/**
 * An exchange on which applications stand. The built-in sandbox is one; an EDE partner's is another implementation of the
 * same: it sends the question with its own credentials and answers the text that came back.
 */
export interface Exchange {
  /** The text of the application as it stands there now, or null when the exchange knows none of this id. */
  application: (question: ExchangeQuestion, signal: AbortSignal) => Promise<string | null>
  /** Everything that it offers there, in no particular order; filters, sorts and pages are ours. Believed only after a look. */
  plans: (question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
  /** One plan with its benefits, or null when it offers none of this id in the year. Without premium where it is not sold. */
  plan: (planId: string, question: PlanQuestion, signal: AbortSignal) => Promise<unknown>
}
