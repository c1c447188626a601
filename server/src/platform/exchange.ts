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

/**
 * An exchange on which applications stand. The built-in sandbox is one; an EDE partner's is another implementation of the
 * same: it sends the question with its own credentials and answers the text that came back.
 */
export interface Exchange {
  /** The text of the application as it stands there now, or null when the exchange knows none of this id. */
  application: (question: ExchangeQuestion, signal: AbortSignal) => Promise<string | null>
}
