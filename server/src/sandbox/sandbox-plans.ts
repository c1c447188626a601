import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { Benefit, CostLimit, MetalLevel, OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import { familyPremium, mayHaveCatastrophic, type RatedPerson } from '@coverdesk/domain/plans/premium.ts'
import { type Db, prepared } from '../platform/db/database.ts'
import type { Exchange, PlanQuestion } from '../platform/integrations/exchange.ts'
import type { PlanLimits } from './plan-designs.ts'

/** Plans of the sandbox exchange from its own catalog (`load-catalogue.ts`). */
export function sandboxPlans(db: Db): Pick<Exchange, 'plans' | 'plan'> {
  return {
    plans: async (question) => {
      const found = question.place
        ? await plansOfPlace(db, question, question.place)
        : await plansOfYear(db, question.year)
      const people = question.people ?? []
      return found
        .filter(({ metal_level }) => metal_level !== 'Catastrophic' || mayHaveCatastrophic(people))
        .map((row) => offered(row, question))
    },
    plan: async (planId, question) => {
      const row = await planOf(db, planId, question)
      return row
        ? { ...offered(row, question), benefits: variantOf(row.benefits, row, question.csr) ?? [], continues: [] }
        : null
    },
  } satisfies {
    plans: (question: PlanQuestion) => Promise<OfferedPlan[]>
    plan: (planId: string, question: PlanQuestion) => Promise<OfferedPlanDetail | null>
  }
}

type Variants<Held> = Partial<Record<CsrVariant | '', Held>>

/** Invented plans hold essential benefits only, and have no documents. */
const unstated = {
  premium: null,
  ehb_premium: null,
  aptc_eligible_premium: null,
  brochure_url: null,
  formulary_url: null,
  examples: null,
} as const

/** A plan with its rate in the requested area. */
interface PlanRow extends Omit<OfferedPlan, 'issuer' | 'deductibles' | 'moops' | 'csr' | keyof typeof unstated> {
  issuer_id: string
  issuer_name: string
  limits: Variants<PlanLimits>
  rate_cents: number | null
}
type DetailRow = PlanRow & { benefits: Variants<Benefit[]> }

const columns = `p.id, p.name, p.year, p.metal_level, p.type, p.issuer_id, p.issuer_name, p.limits, p.quality_rating,
  p.hsa_eligible, p.is_standardized_plan, p.has_national_network, p.specialist_referral_required, p.network_url, p.benefits_url`
const areaOf = (fips: string) => `(select a.area from sandbox_rating_areas a where a.county_fips = ${fips})`

async function plansOfPlace(
  db: Db,
  { year }: PlanQuestion,
  { state, countyFips }: NonNullable<PlanQuestion['place']>,
): Promise<PlanRow[]> {
  const text = `select ${columns}, r.rate_cents
    from sandbox_rates r join sandbox_plans p on p.year = r.year and p.id = r.plan_id
    where r.year = $1 and r.state = $2 and r.area = ${areaOf('$3')}`
  return await prepared<PlanRow>(db, { name: 'sandbox-plans-of-place', text }, [year, state, countyFips])
}

async function plansOfYear(db: Db, year: number): Promise<PlanRow[]> {
  const text = `select ${columns}, null::int as rate_cents from sandbox_plans p where p.year = $1`
  return await prepared<PlanRow>(db, { name: 'sandbox-plans-of-year', text }, [year])
}

async function planOf(db: Db, planId: string, { year, place }: PlanQuestion): Promise<DetailRow | undefined> {
  const text = `select ${columns}, p.benefits, r.rate_cents
    from sandbox_plans p
    left join sandbox_rates r on r.year = p.year and r.plan_id = p.id and r.state = $3 and r.area = ${areaOf('$4')}
    where p.year = $1 and p.id = $2`
  const values = [year, planId, place?.state ?? null, place?.countyFips ?? null]
  const [row] = await prepared<DetailRow>(db, { name: 'sandbox-plan', text }, values)
  return row
}

/** The plan for these people: their premium, their variant, and limits for one person or a family. */
function offered(row: PlanRow, { people, csr }: PlanQuestion): OfferedPlan {
  const { issuer_id: id, issuer_name: name, rate_cents: rate, limits, ...plan } = row
  const variant = variantOf(limits, row, csr)
  return {
    ...plan,
    ...unstated,
    issuer: { id, name },
    examples: variant ? examplesOf(variant, plan.metal_level) : null,
    premium: rate !== null && people && people.length > 0 ? amountOf(familyPremium(rate, people)) : null,
    csr: plan.metal_level === 'Silver' && csr !== null && limits[csr] ? csr : null,
    deductibles: variant ? limitsOf('Combined Medical and Drug EHB Deductible', variant.deductible, people) : [],
    moops: variant
      ? limitsOf('Maximum Out of Pocket for Medical and Drug EHB Benefits (Total)', variant.moop, people)
      : [],
  }
}

/** Variant of a plan under a cost-sharing reduction; only silver plans have variants. */
function variantOf<Held>(variant: Variants<Held>, { metal_level }: PlanRow, csr: CsrVariant | null): Held | undefined {
  return (metal_level === 'Silver' && csr !== null ? variant[csr] : undefined) ?? variant['']
}

/** Maximum cost per person, and for several people or none named also the family's: twice that. */
function limitsOf(type: string, dollars: number, people: readonly RatedPerson[] | null): CostLimit[] {
  const limit = (family_cost: CostLimit['family_cost'], amount: number): CostLimit => ({
    type,
    family_cost,
    network_tier: 'In-Network',
    amount: amountOf(amount * 100),
  })
  if (people?.length === 1) return [limit('Individual', dollars)]
  return [limit('Individual', dollars), limit('Family Per Person', dollars), limit('Family', dollars * 2)]
}

/** Total costs of the three examples in the federal instructions for summaries of benefits, in dollars. */
const exampleCosts = { fracture: 2_800, diabetes: 5_600, baby: 12_700 } as const
/** Share of the costs behind the deductible that the member pays, by metal level. */
const memberShares: Partial<Record<MetalLevel, number>> = { Silver: 0.3, Gold: 0.2, Platinum: 0.1 }
const otherShare = 0.4

/** Costs of one person in the examples, from the plan's limits. */
function examplesOf({ deductible, moop }: PlanLimits, metal: MetalLevel): OfferedPlan['examples'] {
  const paid = (cost: number) => {
    const shared = Math.max(0, cost - deductible) * (memberShares[metal] ?? otherShare)
    return amountOf(Math.round(Math.min(moop, Math.min(cost, deductible) + shared) * 100))
  }
  const { fracture, diabetes, baby } = exampleCosts
  return { fracture: paid(fracture), diabetes: paid(diabetes), baby: paid(baby) }
}
