import { z } from 'zod'
import { authorizationStates } from './consents/authorization-state.ts'
import { consentStates } from './consents/consent-state.ts'
import { specialProblems } from './eligibility/special-enrollment.ts'
import { EnrollmentObstacle } from './enrollment/enrollment-obstacle.ts'
import { ExchangeRefusal } from './enrollment/exchange-refusal.ts'
import { SessionEndValues } from './session-end-values.ts'

const Refused = z.object({ reason: z.string().nullable(), refusal: ExchangeRefusal.nullable() })

/** Values in the sentences of failures that clients read, as data, so that a page says them in its reader's language. */
export const failureValues = {
  'authorization.refused': Refused,
  'authorization.required': z.object({ state: z.enum(authorizationStates) }),
  'consent.required': z.object({
    state: z.enum(consentStates),
    /** Who consented, and whose application it is now, where they differ. */
    named: z.string().nullable(),
    applicant: z.string(),
  }),
  'ede.refused': Refused,
  'ede.special_enrollment': z.object({ problem: z.enum(specialProblems) }),
  'ede.year_ended': z.object({ year: z.number(), planYear: z.number() }),
  'enrollment.credit': z.object({ most: z.string() }),
  /** `number` names an applicant without a name. */
  'enrollment.not_eligible': z.object({ name: z.string(), number: z.number(), obstacle: EnrollmentObstacle }),
  'enrollment.plan': z.object({ plan: z.string() }),
  'enrollment.price_changed': z.object({ plan: z.string(), premium: z.string() }),
  'enrollment.year': z.object({ plan: z.string(), planYear: z.number(), year: z.number() }),
  'session.ended': SessionEndValues,
  'signature.other_name': z.object({ applicant: z.string() }),
}
export type FailureValues = { [Code in keyof typeof failureValues]: z.input<(typeof failureValues)[Code]> }

/** The values of a failure: its details, or those of the field that it is about. */
export function valuesOf(details: unknown): unknown {
  const [first]: unknown[] = Array.isArray(details) ? details : [details]
  return Array.isArray(details) && typeof first === 'object' && first !== null && 'values' in first
    ? first.values
    : first
}
