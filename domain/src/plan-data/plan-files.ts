import { headingKey } from '../uploads/heading-match.ts'
import { type PlanFileKind, type PlanRowKind, planRowKinds } from '../uploads/import-kinds.ts'

export const planFileNames: Readonly<Record<PlanFileKind, string>> = {
  rates: 'Rates',
  plans: 'Plan attributes',
  'service-areas': 'Service areas',
  'rating-areas': 'Rating areas',
  benefits: 'Benefits and cost sharing',
  networks: 'Networks',
  crosswalk: 'Crosswalk',
  providers: 'Doctors',
  drugs: 'Drugs',
}

/** Without these a year's plans have no premiums, so they are not offered. */
export const neededPlanFiles: readonly PlanFileKind[] = ['rates', 'plans', 'service-areas', 'rating-areas']

/** Source of HealthCare.gov's files; those of a state's own exchange have the code of the state. */
export const federalSource = 'FFM'

/** Whether a source is an insurer, by its HIOS id: its files say which doctors and drugs its plans cover. */
export const isInsurerSource = (source: string): boolean => /^\d{5}$/.test(source)

/** Column of a plan file. The first name is that of the federal files, the others of the states' files. */
interface PlanColumn {
  names: readonly string[]
  required?: boolean
}

const required = (...names: string[]): PlanColumn => ({ names, required: true })
const optional = (...names: string[]): PlanColumn => ({ names })

const common = {
  year: optional('BusinessYear', 'Plan Year'),
  state: required('StateCode', 'State'),
}
const issuer = { issuer: required('IssuerId', 'HIOS Issuer ID') }
const market = { market: optional('MarketCoverage', 'Market'), dental: optional('DentalOnlyPlan') }

const costs = ['Individual', 'FamilyPerPerson', 'FamilyPerGroup'] as const
const tiers = ['InnTier1', 'InnTier2', 'OutOfNet', 'CombInnOon'] as const
const coverages = ['TEHB', 'MEHB', 'DEHB'] as const
/** Deductible and out-of-pocket maximum of a coverage, network tier and family cost. */
export const limitColumns = coverages.flatMap((coverage) =>
  tiers.flatMap((tier) =>
    costs.flatMap((cost) => [
      { limit: 'deductible' as const, coverage, tier, cost, name: `${coverage}Ded${tier}${cost}` },
      { limit: 'moop' as const, coverage, tier, cost, name: `${coverage}${tier}${cost}MOOP` },
    ]),
  ),
)
/** Examples of the summary of benefits, and the parts that the member pays. */
export const exampleColumns = (
  [
    ['baby', 'aBaby'],
    ['diabetes', 'Diabetes'],
    ['fracture', 'Simplefracture'],
  ] as const
).flatMap(([example, column]) =>
  ['Deductible', 'Copayment', 'Coinsurance', 'Limit'].map((part) => ({ example, name: `SBCHaving${column}${part}` })),
)

/** Columns of each kind of file by our name for them; the crosswalk's name the year. */
export function planColumns(kind: PlanRowKind, year: number): Readonly<Record<string, PlanColumn>> {
  switch (kind) {
    case 'rates':
      return {
        ...common,
        plan: required('PlanId', 'HIOS Plan ID'),
        area: required('RatingAreaId', 'Rating Area'),
        tobacco: optional('Tobacco', 'Tobacco Use'),
        age: required('Age'),
        rate: required('IndividualRate'),
        tobaccoRate: optional('IndividualTobaccoRate'),
        effective: optional('RateEffectiveDate'),
        expires: optional('RateExpirationDate'),
        couple: optional('Couple'),
        primary1: optional('PrimarySubscriberAndOneDependent'),
        primary2: optional('PrimarySubscriberAndTwoDependents'),
        primary3: optional('PrimarySubscriberAndThreeOrMoreDependents'),
        couple1: optional('CoupleAndOneDependent'),
        couple2: optional('CoupleAndTwoDependents'),
        couple3: optional('CoupleAndThreeOrMoreDependents'),
      }
    case 'plans':
      return {
        ...common,
        ...issuer,
        ...market,
        issuerName: optional('IssuerMarketPlaceMarketingName', 'Issuer Name', 'IssuerName'),
        component: required('StandardComponentId', 'HIOS Plan ID'),
        plan: required('PlanId'),
        name: required('PlanMarketingName'),
        variantName: optional('PlanVariantMarketingName'),
        network: optional('NetworkId'),
        serviceArea: required('ServiceAreaId'),
        type: required('PlanType'),
        metal: required('MetalLevel', 'Level of Coverage'),
        design: optional('DesignType'),
        exchange: optional('QHPNonQHPTypeId', 'QHP/Non QHP', 'QHPNonQHP'),
        referral: optional('IsReferralRequiredForSpecialist'),
        hsa: optional('IsHSAEligible'),
        childOnly: optional('ChildOnlyOffering'),
        ehb: optional('EHBPercentTotalPremium'),
        nationalNetwork: optional('NationalNetwork'),
        formularyUrl: optional('FormularyURL'),
        benefitsUrl: optional('URLForSummaryofBenefitsCoverage'),
        brochureUrl: optional('PlanBrochure'),
        ...Object.fromEntries([...limitColumns, ...exampleColumns].map(({ name }) => [name, optional(name)])),
      }
    case 'benefits':
      return {
        ...common,
        component: required('StandardComponentId', 'HIOS Plan ID'),
        plan: required('PlanId'),
        name: required('BenefitName'),
        copay: required('CopayInnTier1'),
        copayTier2: optional('CopayInnTier2'),
        copayOut: optional('CopayOutofNet'),
        coinsurance: required('CoinsInnTier1'),
        coinsuranceTier2: optional('CoinsInnTier2'),
        coinsuranceOut: optional('CoinsOutofNet'),
        covered: required('IsCovered'),
        quantity: optional('LimitQty'),
        unit: optional('LimitUnit'),
      }
    case 'service-areas':
      return {
        ...common,
        ...issuer,
        ...market,
        serviceArea: required('ServiceAreaId'),
        entireState: required('CoverEntireState'),
        county: required('County'),
        partial: optional('PartialCounty'),
        zips: optional('ZipCodes'),
      }
    case 'networks':
      return {
        ...common,
        ...issuer,
        ...market,
        network: required('NetworkId'),
        name: required('NetworkName'),
        url: required('NetworkURL'),
      }
    case 'crosswalk':
      return {
        state: required('State', 'StateCode'),
        dental: optional('DentalPlan', 'DentalOnlyPlan'),
        from: required(`PlanID_${year - 1}`),
        to: required(`PlanID_${year}`),
        level: required('CrosswalkLevel'),
        reason: optional('ReasonForCrosswalk'),
        county: optional('FIPSCode'),
        zip: optional('ZipCode'),
      }
    case 'rating-areas':
      return {
        year: optional('BusinessYear', 'Plan Year'),
        state: required('StateCode', 'State'),
        area: required('RatingAreaId', 'Rating Area'),
        county: required('County', 'FIPS', 'CountyFIPS', 'County FIPS'),
        zip: optional('ZipCode', 'Zip', '3-Digit Zip', 'Zip3'),
      }
  }
}

/** Positions of a file's columns by our names. */
export type PlanHeadings = ReadonlyMap<string, number>

/**
 * Kind of a file by its headings: the one whose required columns it has. Null if there is none; `closest` then says what the
 * most similar one lacks.
 */
export function planFileOf(
  headings: readonly string[],
  year: number,
): { kind: PlanRowKind; columns: PlanHeadings } | { kind: null; closest: PlanRowKind; missing: string[] } {
  const keys = headings.map(headingKey)
  const found = planRowKinds.map((kind) => {
    const columns = new Map<string, number>()
    const missing: string[] = []
    const all = Object.entries(planColumns(kind, year))
    for (const [name, column] of all) {
      const place = column.names.map(headingKey).reduce((at, key) => (at >= 0 ? at : keys.indexOf(key)), -1)
      if (place >= 0) columns.set(name, place)
      else if (column.required) missing.push(column.names[0] ?? name)
    }
    return { kind, columns, missing, fits: columns.size / all.length }
  })
  const whole = found.filter(({ missing }) => missing.length === 0).toSorted((a, b) => b.columns.size - a.columns.size)
  const [first] = whole
  if (first) return { kind: first.kind, columns: first.columns }
  const [closest] = found.toSorted((a, b) => a.missing.length - b.missing.length || b.fits - a.fits)
  return { kind: null, closest: closest?.kind ?? 'rates', missing: closest?.missing ?? [] }
}

const heads = new Set(
  planRowKinds.flatMap((kind) => Object.values(planColumns(kind, 0)).flatMap(({ names }) => names.map(headingKey))),
)
/** Whether a heading is that of a column of any plan file. */
export const isPlanHeading = (heading: string): boolean =>
  heads.has(headingKey(heading)) || /^(AgeOff)?PlanID_\d{4}$/i.test(heading)
