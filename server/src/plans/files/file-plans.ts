import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { ageSlot } from '@coverdesk/domain/plan-data/plan-file-values.ts'
import { limitsThatCount } from '@coverdesk/domain/plans/limits-that-count.ts'
import type { Benefit, CostLimit, OfferedPlan, OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import {
  childAloneFactor,
  ehbPremium,
  type FamilyTiers,
  mayHaveCatastrophic,
  premiumByRates,
  premiumByTiers,
  type RatedPerson,
} from '@coverdesk/domain/plans/premium.ts'
import { type Db, prepared } from '../../platform/db/database.ts'
import type { PlanQuestion } from '../../platform/integrations/exchange.ts'
import type { PlanSource } from '../plan-source.ts'
import type { PlanFileIds } from './find-plan-files.ts'

const csrVariant: Readonly<Record<CsrVariant, string>> = {
  ZeroCSR: '02',
  LimitedCSR: '03',
  CSR73: '04',
  CSR87: '05',
  CSR94: '06',
}
const csrOf = new Map(Object.entries(csrVariant).map(([csr, variant]) => [variant, csr as CsrVariant]))

/** Plans of the loaded files of a year. */
export function filePlans(db: Db, files: PlanFileIds): Pick<PlanSource, 'plans' | 'plan'> {
  return {
    plans: async (question) => {
      const { plans, rates } = files
      if (plans === undefined || rates === undefined) return { plans: [], unreadable: [] }
      const found = question.place
        ? await plansOfPlace(db, files, question, question.place)
        : await plansOfYear(db, plans, question)
      return { plans: found.flatMap((row) => offered(row, question) ?? []), unreadable: [] }
    },
    plan: async (planId, question) => await detailOf(db, files, planId, question),
  }
}

/** A variant of a plan with the rates of the people in the requested area. */
interface VariantRow
  extends Pick<
    OfferedPlan,
    | 'name'
    | 'metal_level'
    | 'type'
    | 'hsa_eligible'
    | 'is_standardized_plan'
    | 'has_national_network'
    | 'specialist_referral_required'
    | 'network_url'
    | 'benefits_url'
    | 'brochure_url'
    | 'formulary_url'
  > {
  plan_id: string
  variant: string
  issuer_id: string
  issuer_name: string
  only_for: string
  ehb_millionths: number
  deductibles: CostLimit[]
  moops: CostLimit[]
  examples: Record<'baby' | 'diabetes' | 'fracture', number> | null
  /** Rates of the asked ages in their order; null where the plan is not sold. */
  rates: (number | null)[] | null
  tobacco_rates: (number | null)[] | null
  tiers: FamilyTiers | null
}

const columns = `v.plan_id, v.variant, v.issuer_id, v.issuer_name, v.name, v.metal_level, v.type, v.hsa_eligible,
  v.is_standardized_plan, v.has_national_network, v.specialist_referral_required, v.only_for, v.ehb_millionths,
  v.benefits_url, v.brochure_url, v.formulary_url, v.deductibles, v.moops, v.examples,
  (select n.url from plan_networks n
    where n.file_id = $1 and n.issuer_id = v.issuer_id and n.network_id = v.network_id limit 1) as network_url`

/** Rates of the area of `r` for the ages in $2, in their order. */
const ratesOfAges = `
  array(select r.rates[slot] from unnest($2::int[]) with ordinality a(slot, place) order by place) as rates,
  case when r.tobacco_rates is not null then
    array(select r.tobacco_rates[slot] from unnest($2::int[]) with ordinality a(slot, place) order by place) end as tobacco_rates,
  r.tiers`

/** Rating area of a place: by county and ZIP code, the most exact row first. */
const areaOfPlace = (state: string, county: string, zip: string, file: string) => `(
  select a.area from plan_rating_areas a
  where a.file_id = ${file} and a.state = ${state} and (a.county_fips is null or a.county_fips = ${county})
    and (a.zip is null or ${zip} like a.zip || '%')
  order by length(a.zip) desc nulls last, a.county_fips nulls last limit 1)`

/** The best variant of each plan: the reduced one where the plan has it. */
const bestFirst = (csr: string) => `v.plan_id, (v.variant = ${csr}) desc`

type Place = NonNullable<PlanQuestion['place']>

async function plansOfPlace(
  db: Db,
  files: PlanFileIds,
  { year, people, csr }: PlanQuestion,
  { state, countyFips, zipCode }: Place,
): Promise<VariantRow[]> {
  // LATERAL with a limit keeps the order of the joins: without statistics, as right after a load, the planner would scan all rates.
  const text = `
    with area as materialized (select ${areaOfPlace('$3', '$4', '$5', '$6::bigint')} as area),
    sold as materialized (
      select distinct s.issuer_id, s.service_area_id from plan_service_areas s
      where s.file_id = $7 and s.state = $3 and (s.county_fips is null or s.county_fips = $4)
        and (s.zips is null or $5 = any(s.zips))),
    best as materialized (
      select distinct on (v.plan_id) v.*
      from sold s cross join lateral (
        select ${columns} from plan_variants v
        where v.file_id = $8 and v.issuer_id = s.issuer_id and v.service_area_id = s.service_area_id
          and v.state = $3 and v.variant in ('01', $9) limit 1000
      ) v
      order by ${bestFirst('$9')})
    select coalesce(json_agg(p), '[]') as rows from (
      select v.*, r.rates, r.tobacco_rates, r.tiers
      from best v cross join lateral (
        select ${ratesOfAges} from plan_rates r
        where r.file_id = $10 and r.plan_id = v.plan_id and r.area = (select area from area)
          and r.effective <= $11::date and r.expires >= $11::date limit 1
      ) r) p`
  // One value of JSON: arrays and JSON columns parsed row by row take most of the time of a quote.
  const [answer] = await prepared<{ rows: string }>(db, { name: 'file-plans-of-place', text }, [
    files.networks ?? 0,
    slotsOf(people),
    state,
    countyFips,
    zipCode,
    files['rating-areas'] ?? 0,
    files['service-areas'] ?? 0,
    files.plans ?? 0,
    csr ? csrVariant[csr] : '01',
    files.rates ?? 0,
    `${year}-01-01`,
  ])
  return JSON.parse(answer?.rows ?? '[]')
}

const unrated = 'null::int[] as rates, null::int[] as tobacco_rates, null::int[] as tiers'

async function plansOfYear(db: Db, plans: number, { csr }: PlanQuestion): Promise<VariantRow[]> {
  const text = `
    select distinct on (v.plan_id) ${columns}, ${unrated} from plan_variants v
    where v.file_id = $2 and v.variant in ('01', $3) order by ${bestFirst('$3')}`
  return await prepared<VariantRow>(db, { name: 'file-plans-of-year', text }, [0, plans, csr ? csrVariant[csr] : '01'])
}

async function detailOf(
  db: Db,
  files: PlanFileIds,
  planId: string,
  question: PlanQuestion,
): Promise<OfferedPlanDetail | null> {
  if (files.plans === undefined) return null
  const { csr, place } = question
  const sold = place
    ? (await plansOfPlace(db, files, question, place)).find((row) => row.plan_id === planId)
    : undefined
  const text = `
    select ${columns}, ${unrated} from plan_variants v
    where v.file_id = $2 and v.plan_id = $3 and v.variant in ('01', $4) order by (v.variant = $4) desc limit 1`
  const values = [files.networks ?? 0, files.plans, planId, csr ? csrVariant[csr] : '01']
  const row = sold ?? (await prepared<VariantRow>(db, { name: 'file-plan', text }, values))[0]
  if (!row) return null
  // Where the plan is not sold to these people, it has no premium.
  const plan = (sold && offered(sold, question)) ?? offered(row, { ...question, people: null })
  return plan && { ...plan, ...(await detailsOf(db, files, row)) }
}

async function detailsOf(db: Db, files: PlanFileIds, { plan_id, variant }: VariantRow) {
  const text = `
    select coalesce((select jsonb_agg(b.benefits order by b.part) from plan_benefits b
        where b.file_id = $1 and b.plan_id = $3 and b.variant = $4), '[]') as benefits,
      array(select distinct c.from_plan_id from plan_crosswalks c
        where c.file_id = $2 and c.to_plan_id = $3 and c.from_plan_id <> $3 order by 1) as continues`
  const values = [files.benefits ?? 0, files.crosswalk ?? 0, plan_id, variant]
  const [row] = await prepared<{ benefits: Benefit[][]; continues: string[] }>(
    db,
    { name: 'file-plan-details', text },
    values,
  )
  return { benefits: row?.benefits.flat() ?? [], continues: row?.continues ?? [] }
}

/** Places of the people's ages in the arrays of rates, which begin at 1. */
const slotsOf = (people: PlanQuestion['people']) => (people ?? []).map(({ age }) => ageSlot(age) + 1)

/** The plan for these people; null if it is not sold to them. */
function offered(row: VariantRow, { year, people, csr }: PlanQuestion): OfferedPlan | null {
  const {
    plan_id: id,
    variant,
    issuer_id,
    issuer_name,
    only_for,
    ehb_millionths,
    rates,
    tobacco_rates,
    tiers,
    ...plan
  } = row
  const asked = people && people.length > 0 && rates ? people : null
  if (asked && !isSoldTo(row, asked)) return null
  const premium = asked ? premiumOf(row, asked) : null
  if (asked && premium === null) return null
  const ehb = premium === null ? null : amountOf(ehbPremium(premium, ehb_millionths))
  return {
    ...plan,
    id,
    year,
    issuer: { id: issuer_id, name: issuer_name },
    premium: premium === null ? null : amountOf(premium),
    ehb_premium: ehb,
    aptc_eligible_premium: ehb,
    csr: csr !== null && csrOf.get(variant) === csr ? csr : null,
    quality_rating: null,
    deductibles: limitsThatCount(plan.deductibles, people),
    moops: limitsThatCount(plan.moops, people),
    examples: plan.examples && {
      fracture: amountOf(plan.examples.fracture),
      diabetes: amountOf(plan.examples.diabetes),
      baby: amountOf(plan.examples.baby),
    },
  }
}

function isSoldTo({ only_for, metal_level }: VariantRow, people: readonly RatedPerson[]): boolean {
  if (metal_level === 'Catastrophic' && !mayHaveCatastrophic(people)) return false
  if (only_for === 'children') return people.every(({ child, age }) => child && age < 21)
  return only_for !== 'adults' || people.some(({ child }) => !child)
}

function premiumOf(
  { plan_id, rates, tobacco_rates, tiers }: VariantRow,
  people: readonly RatedPerson[],
): number | null {
  // HIOS plan ids have the state after the five digits of the issuer.
  if (tiers) return premiumByTiers(people, tiers, childAloneFactor(plan_id.slice(5, 7)))
  return premiumByRates(people, (person) => {
    const place = people.indexOf(person)
    return (person.tobacco ? tobacco_rates?.[place] : null) ?? rates?.[place] ?? null
  })
}
