/** What a client allows, point by point of the consent's text. */
export const consentScopes = ['search', 'apply', 'maintain'] as const
export type ConsentScope = (typeof consentScopes)[number]

/**
 * What the input of a route names: a marketplace application by `appId`, also with its enrollment, one of the wizard by `id`,
 * or either by `of` and `id`.
 */
export const consentSubjects = ['marketplace', 'enrollment', 'wizard', 'named'] as const
export type ConsentSubjectKind = (typeof consentSubjects)[number]

/** What a client must have signed before a route works on the client's application (decision 250). */
export interface ConsentRule {
  /** What the client must allow: everything that the handler does. */
  readonly scopes: readonly ConsentScope[]
  readonly of: ConsentSubjectKind
  /** Whether the client must also have reviewed exactly what is sent (45 CFR 155.220(j)(2)(ii)). */
  readonly review?: true
  /** Whether the client must also have authorized the agent where the exchange asks for it (decision 254). */
  readonly authorization?: true
}
