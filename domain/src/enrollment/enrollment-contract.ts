import { z } from 'zod'
import { Amount } from '../fields/amount.ts'
import { ExchangeId, mayReadOwnApplication } from '../marketplace/marketplace-contract.ts'
import { route } from '../platform/route.ts'

/** A decimal text or a number of dollars, of whole cents. */
const Dollars = z
  .union([z.string(), z.number().transform((said) => String(Math.round(said * 1e6) / 1e6))])
  .pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, 'Not an amount between 0 and 99999999.99'))
  .transform((said) => Number(said).toFixed(2))

const ticked = z.literal(true, 'Each of the four must be attested')

/** What is sent to enroll the applicants of an application (ENROLL-09, ENROLL-12). */
export const EnrollmentInput = z.strictObject({
  appId: ExchangeId,
  /** Made by the page for one enrollment: the same one sent again, such as after an answer that got lost, is not another. */
  submissionId: z.uuid(),
  groups: z
    .array(
      z.strictObject({
        /** The ids by which the exchange calls them (`personId`). */
        applicants: z.array(z.string().min(1).max(500)).min(1, 'Nobody is in this group').max(100),
        /** As it was shown: a premium that is another by now is refused, since it was not agreed to. */
        plan: z.strictObject({ id: z.string().trim().min(1).max(50), name: z.string().max(500), premium: Dollars }),
        aptc_selected: Dollars,
      }),
    )
    .min(1)
    .max(100),
  attestations: z.strictObject({ income_tax: ticked, married: ticked, dependent: ticked, household: ticked }),
})
export type EnrollmentInput = z.infer<typeof EnrollmentInput>

export const enrollmentStates = ['sending', 'accepted', 'refused'] as const

/** An enrollment as the agency keeps it. */
export const Enrollment = z.object({
  id: z.number().int(),
  submissionId: z.string(),
  /** `sending`: the marketplace has not confirmed it yet; it is sent again by itself, under the same id, until it does. */
  state: z.enum(enrollmentStates),
  /** Why the marketplace refused it. */
  reason: z.string().nullable(),
  planYear: z.number().int(),
  /** When and by whom the four were attested. */
  attestedAt: z.string(),
  attestedBy: z.string(),
  groups: z.array(
    z.object({
      applicants: z.array(z.string()),
      plan: z.object({ id: z.string(), name: z.string(), issuer: z.string(), premium: Amount }),
      aptc_selected: Amount,
      responsibility: Amount,
    }),
  ),
})
export type Enrollment = z.infer<typeof Enrollment>

export const enrollments = {
  list: route({
    method: 'GET',
    path: '/api/MarketplaceApp/{appId}/enrollment',
    allow: mayReadOwnApplication,
    audit: { reads: 'enrollment', of: null },
    summary: 'Enrollments of a marketplace application that were sent, the last one first',
    input: z.strictObject({ appId: ExchangeId }),
    output: z.array(Enrollment),
  }),
  send: route({
    method: 'POST',
    path: '/api/MarketplaceApp/{appId}/enrollment',
    allow: mayReadOwnApplication,
    audit: 'own',
    repeat: { harmless: 'an enrollment is sent once under its own id' },
    summary: 'Enroll the applicants, group by group; the same submissionId again answers what the first one made',
    input: EnrollmentInput,
    output: Enrollment,
  }),
}
