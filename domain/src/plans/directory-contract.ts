/**
 * The doctors and drugs of a person, and which plans cover them (45 CFR 156.122(d), 156.230(c)). Both routes are POST: chosen
 * drugs say much about a person's health, so they are never in an address, which servers log.
 */
import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { PlanYear } from '../eligibility/household.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { route } from '../platform/route.ts'
import { PlanId } from './plan.ts'

export const directoryKinds = ['providers', 'drugs'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** Most doctors, and most drugs, of one person. */
export const maxChosen = 20

/** A doctor or facility (id: NPI), or a drug (id: RxCUI). */
export const DirectoryEntry = z.object({
  id: z.string(),
  name: z.string(),
  /** Specialty and place, which tell two of the same name apart; null where not known. */
  about: z.string().nullable(),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

/** 'generic': only the generic of the drug. 'unknown': the insurer's data is not there, which says nothing. */
export const coverageAnswers = ['covered', 'generic', 'not-covered', 'unknown'] as const
export type CoverageAnswer = (typeof coverageAnswers)[number]

const Answer = z.object({ id: z.string(), answer: z.enum(coverageAnswers), tier: z.string().nullable() })
export const ProviderAnswer = Answer.extend({
  /** As the insurer says it, such as 'not accepting'. */
  accepting: z.string().nullable(),
})
export type ProviderAnswer = z.infer<typeof ProviderAnswer>
export const DrugAnswer = Answer.extend({
  priorAuthorization: z.boolean(),
  stepTherapy: z.boolean(),
  quantityLimit: z.boolean(),
})
export type DrugAnswer = z.infer<typeof DrugAnswer>

/** Answers of a plan, in the order of the question. */
export const PlanCoverage = z.object({
  planId: z.string(),
  providers: z.array(ProviderAnswer),
  drugs: z.array(DrugAnswer),
})
export type PlanCoverage = z.infer<typeof PlanCoverage>

const where = { year: PlanYear, zipCode: ZipCode, state: z.string().regex(/^[A-Z]{2}$/) }

const Chosen = (id: RegExp) => z.array(z.string().regex(id)).max(maxChosen)

const common = {
  allow: anyone,
  // Requests with a session are not rate-limited.
  knowsWho: true,
  clientConsent: { notNeeded: 'it names doctors, drugs and plans, and no person' },
  repeat: { harmless: 'it changes nothing' },
} as const

export const planDirectory = {
  search: route({
    method: 'POST',
    path: '/api/Plans/directory/search',
    ...common,
    audit: { nothing: 'doctors and drugs as insurers publish them' },
    summary: 'Doctors and facilities, or drugs, by a part of their name',
    input: z.strictObject({ ...where, kind: z.enum(directoryKinds), text: z.string().trim().min(3).max(100) }),
    output: z.array(DirectoryEntry),
  }),
  coverage: route({
    method: 'POST',
    path: '/api/Plans/directory/coverage',
    ...common,
    audit: { nothing: 'what plans cover, for no named person' },
    summary: 'Whether plans cover these doctors and drugs',
    input: z.strictObject({
      ...where,
      planIds: z.array(PlanId).min(1).max(500),
      providers: Chosen(/^\d{10}$/),
      drugs: Chosen(/^\d{1,10}$/),
    }),
    output: z.array(PlanCoverage),
  }),
}
