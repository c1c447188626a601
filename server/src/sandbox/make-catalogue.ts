import { createHash } from 'node:crypto'
import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import type { Benefit, QualityRating } from '@coverdesk/domain/plans/plan.ts'
import type { County } from '../lookups/geography.ts'
import { benefitsOf, designs, type PlanDesign, type PlanLimits } from './plan-designs.ts'
import { type SandboxIssuer, type SandboxState, sandboxIssuers, sandboxStates } from './sandbox-issuers.ts'

/** A plan of the catalog, as stored. */
export interface CataloguePlan {
  id: string
  state: SandboxState
  issuer: SandboxIssuer
  issuerId: string
  name: string
  design: PlanDesign
  rating: QualityRating | null
  limits: Partial<Record<CsrVariant | '', PlanLimits>>
  benefits: Partial<Record<CsrVariant | '', Benefit[]>>
}

/** A county with its rating area and the area's rates relative to the market, in thousandths. */
export interface RatingArea {
  fips: string
  state: SandboxState
  area: number
}

export interface CatalogueRate {
  state: SandboxState
  area: number
  planId: string
  rateCents: number
}

export interface Catalogue {
  plans: CataloguePlan[]
  areas: RatingArea[]
  rates: CatalogueRate[]
}

/** Number of rating areas per state; in Florida each county is one, by name. */
const areaCounts: Readonly<Record<SandboxState, number>> = { FL: 67, TX: 27, GA: 16, NC: 16 }
/** Counties of large cities, where every insurer of the state sells. */
const cities = new Set([
  '12086',
  '12011',
  '12099',
  '12095',
  '12057',
  '12103',
  '12031',
  '48201',
  '48113',
  '48029',
  '48439',
  '48453',
  '13121',
  '13135',
  '13067',
  '13089',
  '37119',
  '37183',
  '37081',
])

/**
 * Monthly premium of a standard silver plan for a 21-year-old with all factors at 1000, in cents; each later year adds
 * 5 %.
 */
const silverAt21 = 40_200
const firstYear = 2026

/**
 * Generates the sandbox plans of a year, identical in every installation, from fixed lists and formulas; none is a real
 * offer.
 */
export function makeCatalogue(geography: readonly County[], year: number): Catalogue {
  const plans = sandboxIssuers.flatMap((issuer) =>
    statesOf(issuer).flatMap(([state, issuerId]) => plansOf(issuer, state, issuerId)),
  )
  const areas = areasOf(geography)
  return { plans, areas, rates: ratesOf(plans, areas, year) }
}

function statesOf({ ids }: SandboxIssuer): [SandboxState, string][] {
  return (Object.keys(sandboxStates) as SandboxState[]).flatMap((state): [SandboxState, string][] => {
    const id = ids[state]
    return id === undefined ? [] : [[state, id]]
  })
}

function plansOf(issuer: SandboxIssuer, state: SandboxState, issuerId: string): CataloguePlan[] {
  return designs.flatMap((design, place) => {
    const name = issuer.plans[place]
    if (!name) return []
    const id = `${issuerId}${state}${String(spread(issuer.name, 90) + 10).padStart(3, '0')}${String(place + 1).padStart(4, '0')}`
    const outside = issuer.type === 'PPO' || issuer.type === 'POS' ? '0.5!' : '-1'
    const shares = Object.entries(design.shares) as [CsrVariant | '', PlanLimits & Parameters<typeof benefitsOf>[0]][]
    return {
      id,
      state,
      issuer,
      issuerId,
      name,
      design,
      rating: ratingOf(id),
      limits: Object.fromEntries(shares.map(([csr, { deductible, moop }]) => [csr, { deductible, moop }])),
      benefits: Object.fromEntries(shares.map(([csr, share]) => [csr, benefitsOf(share, outside)])),
    }
  })
}

/** Stars; about one plan in seven is too new to be rated. */
function ratingOf(id: string): QualityRating | null {
  if (spread(`${id} rated`, 7) === 0) return null
  const stars = 2 + spread(id, 4)
  const about = (part: string) => Math.min(5, Math.max(1, stars - 1 + spread(`${id} ${part}`, 3)))
  return {
    global_rating: stars,
    clinical_quality_management_rating: about('clinical'),
    enrollee_experience_rating: spread(`${id} new`, 9) === 0 ? null : about('experience'),
    plan_efficiency_rating: about('efficiency'),
  }
}

function areasOf(geography: readonly County[]): RatingArea[] {
  return (Object.keys(sandboxStates) as SandboxState[]).flatMap((state) =>
    geography
      .filter(({ stateId }) => stateId === sandboxStates[state])
      .map(({ fips }, place) => ({ fips, state, area: (place % areaCounts[state]) + 1 })),
  )
}

function ratesOf(plans: readonly CataloguePlan[], counties: readonly RatingArea[], year: number): CatalogueRate[] {
  const areas = new Map<string, { state: SandboxState; area: number; city: boolean }>()
  for (const { state, area, fips } of counties) {
    const key = `${state} ${area}`
    areas.set(key, { state, area, city: cities.has(fips) || areas.get(key)?.city === true })
  }
  return [...areas].flatMap(([key, { state, area, city }]) =>
    plans
      .filter((plan) => plan.state === state && (city || spread(`${plan.issuerId} in ${key}`, 100) < plan.issuer.reach))
      .map((plan) => ({ state, area, planId: plan.id, rateCents: rateOf(plan, key, year) })),
  )
}

/** Monthly premium in cents: market rate times design, insurer and area, with a small variation by plan. */
function rateOf({ id, design, issuer }: CataloguePlan, area: string, year: number): number {
  const levels = [design.level, issuer.level, 900 + spread(area, 11) * 25, 985 + spread(id, 31)]
  return levels.reduce((cents, level) => Math.round((cents * level) / 1000), marketRate(year))
}

function marketRate(year: number): number {
  let cents = silverAt21
  for (let passed = firstYear; passed < year; passed++) cents = Math.round((cents * 21) / 20)
  return cents
}

/** A number below `most`, deterministic per text and evenly distributed. */
export function spread(text: string, most: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % most
}
