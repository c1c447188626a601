import { type CsrVariant, csrVariants } from '@coverdesk/domain/eligibility/csr-variants.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { benefitPrice } from '@coverdesk/domain/plan-data/plan-file-values.ts'
import { limitsThatCount } from '@coverdesk/domain/plans/limits-that-count.ts'
import { metalLevels, type OfferedPlan, type OfferedPlanDetail, planTypes } from '@coverdesk/domain/plans/plan.ts'
import { readCsr } from '@coverdesk/domain/plans/plan-price.ts'
import { z } from 'zod'
import type { PlanQuestion } from '../../platform/integrations/exchange.ts'

const Dollars = z.number().min(0).max(1_000_000)

const Limit = z.object({
  type: z.string(),
  amount: Dollars,
  csr: z.string().optional(),
  family_cost: z.enum(['Individual', 'Family Per Person', 'Family']),
  network_tier: z.string(),
})

const Sharing = z.object({
  network_tier: z.string(),
  csr: z.string().optional(),
  copay_amount: z.number().min(0).nullish(),
  copay_options: z.string().nullish(),
  coinsurance_rate: z.number().min(0).max(1).nullish(),
  coinsurance_options: z.string().nullish(),
})

const Stars = z
  .number()
  .int()
  .min(0)
  .max(5)
  .nullish()
  .transform((stars) => stars || null)

const Scenario = z.object({ deductible: Dollars, copay: Dollars, coinsurance: Dollars, limit: Dollars })

/** Plan of the Marketplace API, as published and as live answers are: with further fields, and with others left out. */
export const CmsPlan = z.object({
  id: z.string(),
  name: z.string(),
  premium: Dollars.nullish(),
  ehb_premium: Dollars.nullish(),
  aptc_eligible_premium: Dollars.nullish(),
  metal_level: z.enum(metalLevels),
  type: z.enum(planTypes),
  issuer: z.object({ id: z.string(), name: z.string() }),
  deductibles: z.array(Limit).nullish(),
  moops: z.array(Limit).nullish(),
  benefits: z
    .array(
      z.object({
        name: z.string(),
        covered: z.boolean(),
        cost_sharings: z.array(Sharing).nullish(),
        has_limits: z.boolean().nullish(),
        limit_unit: z.string().nullish(),
        limit_quantity: z.number().nullish(),
      }),
    )
    .nullish(),
  quality_rating: z
    .object({
      available: z.boolean().nullish(),
      global_rating: Stars,
      clinical_quality_management_rating: Stars,
      enrollee_experience_rating: Stars,
      plan_efficiency_rating: Stars,
    })
    .nullish(),
  hsa_eligible: z.boolean().nullish(),
  is_standardized_plan: z.boolean().nullish(),
  has_national_network: z.boolean().nullish(),
  specialist_referral_required: z.boolean().nullish(),
  is_ineligible: z.boolean().nullish(),
  network_url: z.string().nullish(),
  benefits_url: z.string().nullish(),
  brochure_url: z.string().nullish(),
  formulary_url: z.string().nullish(),
  sbcs: z.object({ baby: Scenario, diabetes: Scenario, fracture: Scenario }).nullish().catch(null),
})
export type CmsPlan = z.infer<typeof CmsPlan>

const amount = (dollars: number | null | undefined) =>
  dollars === null || dollars === undefined ? null : amountOf(Math.round(dollars * 100))

/** A plan of the API as ours: the rows of the variant that the household gets, in the plan's network. */
export function offeredByCms(plan: CmsPlan, { year, people, csr }: PlanQuestion): OfferedPlan {
  const { id, name, metal_level, type, issuer } = plan
  const deductibles = rowsOf(plan.deductibles ?? [], csr)
  const limits = (rows: typeof deductibles) =>
    limitsThatCount(rows, people).map(({ type, amount, family_cost, network_tier }) => ({
      type,
      family_cost,
      network_tier,
      amount: amountOf(Math.round(amount * 100)),
    }))
  const hasPremium = people !== null && people.length > 0 && Boolean(plan.premium)
  const rating = plan.quality_rating
  const { global_rating } = rating ?? { global_rating: null }
  const example = (one: z.infer<typeof Scenario>) =>
    amountOf(Math.round((one.deductible + one.copay + one.coinsurance + one.limit) * 100))
  return {
    id,
    name,
    year,
    metal_level,
    type,
    issuer: { id: issuer.id, name: issuer.name },
    premium: hasPremium ? amount(plan.premium) : null,
    ehb_premium: hasPremium ? amount(plan.ehb_premium) : null,
    aptc_eligible_premium: hasPremium ? amount(plan.aptc_eligible_premium) : null,
    deductibles: limits(deductibles),
    moops: limits(rowsOf(plan.moops ?? [], csr)),
    csr: variantOf([...(plan.deductibles ?? []), ...(plan.moops ?? [])], csr),
    quality_rating:
      rating && rating.available !== false && global_rating !== null ? { ...rating, global_rating } : null,
    hsa_eligible: plan.hsa_eligible ?? false,
    is_standardized_plan: plan.is_standardized_plan ?? false,
    has_national_network: plan.has_national_network ?? false,
    specialist_referral_required: plan.specialist_referral_required ?? false,
    network_url: plan.network_url ?? null,
    benefits_url: plan.benefits_url ?? null,
    brochure_url: plan.brochure_url ?? null,
    formulary_url: plan.formulary_url ?? null,
    examples: plan.sbcs
      ? { fracture: example(plan.sbcs.fracture), diabetes: example(plan.sbcs.diabetes), baby: example(plan.sbcs.baby) }
      : null,
  }
}

export function detailByCms(plan: CmsPlan, question: PlanQuestion): OfferedPlanDetail {
  const benefits = (plan.benefits ?? []).map(({ name, covered, cost_sharings, limit_quantity, limit_unit }) => ({
    name,
    covered,
    cost_sharings: rowsOf(cost_sharings ?? [], question.csr).flatMap((sharing) => {
      const price = priceOf(sharing)
      return price ? [{ network_tier: sharing.network_tier, ...price }] : []
    }),
    limit: limit_quantity ? [String(limit_quantity), limit_unit ?? ''].join(' ').trim() : null,
  }))
  return { ...offeredByCms(plan, question), benefits, continues: [] }
}

/** The variant that these rows have for a household; null for the plan without a reduction. */
function variantOf(rows: readonly { csr?: string | undefined }[], csr: CsrVariant | null): CsrVariant | null {
  return csrVariants.find((variant) => variant === csr && rows.some((row) => readCsr(row.csr) === variant)) ?? null
}

/** One row per variant, network tier and way of counting: those of the household's variant, or else the plan's own. */
function rowsOf<Row extends { csr?: string | undefined }>(rows: readonly Row[], csr: CsrVariant | null): Row[] {
  const variant = variantOf(rows, csr)
  return rows.filter((row) => readCsr(row.csr) === variant)
}

function priceOf({ copay_amount, copay_options, coinsurance_rate, coinsurance_options }: z.infer<typeof Sharing>) {
  const copay = copay_amount ? `$${copay_amount} ${copay_options ?? ''}` : (copay_options ?? '')
  const share = coinsurance_rate
    ? `${coinsurance_rate * 100}% ${coinsurance_options ?? ''}`
    : (coinsurance_options ?? '')
  if (copay_amount === 0 || coinsurance_rate === 0) return benefitPrice(`${copay} No Charge`, share)
  return benefitPrice(copay, share)
}
