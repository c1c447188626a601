import { z } from 'zod'
import { csrVariants } from '../eligibility/csr-variants.ts'
import { Amount } from '../fields/amount.ts'

/** Metal levels, lowest first; exchanges list Expanded Bronze separately, although the law does not. */
export const metalLevels = ['Catastrophic', 'Bronze', 'Expanded Bronze', 'Silver', 'Gold', 'Platinum'] as const
export type MetalLevel = (typeof metalLevels)[number]

export const planTypes = ['HMO', 'PPO', 'EPO', 'POS', 'Indemnity'] as const
export type PlanType = (typeof planTypes)[number]

/** HIOS plan id: issuer, state, product and component. */
export const PlanId = z
  .string()
  .trim()
  .regex(/^\d{5}[A-Z]{2}\d{7}$/, 'Not a plan id')

/** Deductible or out-of-pocket maximum; exchanges list one per way of counting. */
export const CostLimit = z.object({
  /** Type, such as 'Combined Medical and Drug EHB Deductible'. */
  type: z.string(),
  amount: Amount,
  family_cost: z.enum(['Individual', 'Family Per Person', 'Family']),
  network_tier: z.string(),
})
export type CostLimit = z.infer<typeof CostLimit>

/**
 * Cost of a benefit. `price` is decimal text as the specification defines it: 0 is free, negative or 1 the full price,
 * a fraction the member's share, anything else dollars (operations §9); formatted by `plan-price.ts`.
 */
export const CostSharing = z.object({
  network_tier: z.string(),
  price: z.string().regex(/^-?\d+(\.\d+)?$/, 'Not a number'),
  /** The price applies once the deductible is met. */
  after_deductible: z.boolean(),
})
export type CostSharing = z.infer<typeof CostSharing>

export const Benefit = z.object({
  name: z.string(),
  covered: z.boolean(),
  cost_sharings: z.array(CostSharing),
  /** Limit, such as '30 Visit(s) per Year'. */
  limit: z.string().nullable(),
})
export type Benefit = z.infer<typeof Benefit>

/** 1 to 5 stars; null for an unrated part. */
const Stars = z.number().int().min(1).max(5)
export const QualityRating = z.object({
  global_rating: Stars,
  clinical_quality_management_rating: Stars.nullable(),
  enrollee_experience_rating: Stars.nullable(),
  plan_efficiency_rating: Stars.nullable(),
})
export type QualityRating = z.infer<typeof QualityRating>

/** Costs of one person in the three examples that every Summary of Benefits and Coverage has (45 CFR 147.200(a)(2)(ii)). */
export const UseExamples = z.object({ fracture: Amount, diabetes: Amount, baby: Amount })
export type UseExamples = z.infer<typeof UseExamples>

/** Only http and https links are accepted. */
const WebLink = z
  .string()
  .regex(/^https?:\/\//i)
  .max(500)
  .nullable()
  .catch(null)

/** Plan as a card shows it, as an exchange offers it to the given people. */
export const OfferedPlan = z.object({
  id: PlanId,
  name: z.string(),
  year: z.number().int(),
  /** Monthly premium of all covered people; null without people or place. */
  premium: Amount.nullable(),
  /** Part of the premium for essential health benefits, and of it what a credit may pay; null: all of it. */
  ehb_premium: Amount.nullable().default(null),
  aptc_eligible_premium: Amount.nullable().default(null),
  metal_level: z.enum(metalLevels),
  type: z.enum(planTypes),
  issuer: z.object({ id: z.string(), name: z.string() }),
  deductibles: z.array(CostLimit),
  moops: z.array(CostLimit),
  /** Silver variant for these people. */
  csr: z.enum(csrVariants).nullable(),
  /** Null: not rated. */
  quality_rating: QualityRating.nullable(),
  hsa_eligible: z.boolean(),
  is_standardized_plan: z.boolean(),
  has_national_network: z.boolean(),
  specialist_referral_required: z.boolean(),
  network_url: WebLink,
  benefits_url: WebLink,
  brochure_url: WebLink.default(null),
  formulary_url: WebLink.default(null),
  /** What one person pays in the examples of the Summary of Benefits and Coverage; null: not stated. */
  examples: UseExamples.nullable().default(null),
})
export type OfferedPlan = z.infer<typeof OfferedPlan>

/** The same plan with its benefits. */
export const OfferedPlanDetail = OfferedPlan.extend({
  benefits: z.array(Benefit),
  /** Plans of the year before whose members continue in this one. */
  continues: z.array(PlanId).default([]),
})
export type OfferedPlanDetail = z.infer<typeof OfferedPlanDetail>
