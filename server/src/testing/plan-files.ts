import { ageFactor } from '@coverdesk/domain/plans/premium.ts'

/** A plan of generated files. Rates and amounts are in cents. */
export interface FilePlan {
  id: string
  issuer: string
  issuerName: string
  name: string
  metal: 'Catastrophic' | 'Expanded Bronze' | 'Silver' | 'Gold'
  type: 'HMO' | 'PPO' | 'EPO'
  serviceArea: string
  /** Monthly rate of a 21-year-old by rating area, from 1; undefined where it is not sold. */
  rateAt21: (number | undefined)[]
  /** Surcharge for tobacco in percent, from the age of 21 on. */
  tobacco: number
  ehbMillionths: number
  deductible: number
  moop: number
}

export interface FileWorld {
  year: number
  state: string
  /** County codes by rating area, from 1. */
  counties: string[][]
  issuers: { id: string; name: string }[]
  plans: FilePlan[]
}

interface WorldSize {
  seed?: number
  year?: number
  state?: string
  counties?: string[][]
  issuers?: number
  plansPerIssuer?: number
}

const metals = ['Expanded Bronze', 'Silver', 'Gold', 'Silver', 'Catastrophic', 'Expanded Bronze', 'Silver'] as const
const types = ['HMO', 'EPO', 'PPO'] as const
const levels = { Catastrophic: 24_000, 'Expanded Bronze': 31_000, Silver: 42_000, Gold: 47_000 }

/** Plans, areas and rates of a state, the same for the same seed. None of them is an offer. */
export function makeFileWorld({
  seed = 1,
  year = 2027,
  state = 'FL',
  counties = [['12086'], ['12011'], ['12105', '12097']],
  issuers = 3,
  plansPerIssuer = 7,
}: WorldSize = {}): FileWorld {
  const random = seeded(seed)
  const insurers = Array.from({ length: issuers }, (_, at) => ({
    id: String(11_000 + seed * 97 + at * 13).slice(0, 5),
    name: `Example Health ${at + 1}`,
  }))
  const plans = insurers.flatMap((issuer) =>
    Array.from({ length: plansPerIssuer }, (_, at): FilePlan => {
      const metal = metals[at % metals.length] ?? 'Silver'
      return {
        id: `${issuer.id}${state}${String(at % 1000).padStart(3, '0')}${String(at + 1).padStart(4, '0')}`,
        issuer: issuer.id,
        issuerName: issuer.name,
        name: `Example ${metal} ${at + 1}`,
        metal,
        type: types[at % types.length] ?? 'HMO',
        serviceArea: `${state}S001`,
        rateAt21: counties.map(() => levels[metal] + Math.floor(random() * 9_000)),
        tobacco: at % 3 === 0 ? 0 : 20,
        ehbMillionths: at % 4 === 1 ? 987_300 : 1_000_000,
        deductible: metal === 'Gold' ? 150_000 : metal === 'Silver' ? 500_000 : 750_000,
        moop: 920_000,
      }
    }),
  )
  return { year, state, counties, issuers: insurers, plans }
}

/** Rate of an age in cents, as the generated rate file states it. */
export function fileRate(plan: FilePlan, area: number, age: number, tobacco = false): number | undefined {
  const at21 = plan.rateAt21[area - 1]
  if (at21 === undefined) return undefined
  const rate = Math.floor((at21 * ageFactor(age) + 500) / 1000)
  return tobacco && age >= 21 ? Math.floor((rate * (100 + plan.tobacco)) / 100) : rate
}

const money = (cents: number) => (cents / 100).toFixed(2)
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const line = (cells: readonly (string | number)[]) => `${cells.map((cell) => quoted(String(cell))).join(',')}\n`

const rateHeadings = [
  'BusinessYear',
  'StateCode',
  'IssuerId',
  'SourceName',
  'ImportDate',
  'RateEffectiveDate',
  'RateExpirationDate',
  'PlanId',
  'RatingAreaId',
  'Tobacco',
  'Age',
  'IndividualRate',
  'IndividualTobaccoRate',
  'Couple',
  'PrimarySubscriberAndOneDependent',
  'PrimarySubscriberAndTwoDependents',
  'PrimarySubscriberAndThreeOrMoreDependents',
  'CoupleAndOneDependent',
  'CoupleAndTwoDependents',
  'CoupleAndThreeOrMoreDependents',
]
const ages = ['0-14', ...Array.from({ length: 49 }, (_, at) => String(at + 15)), '64 and over']

/** Lines of the rate file, with its headings. */
export function* rateFile({ year, state, plans, counties }: FileWorld): Generator<string> {
  yield line(rateHeadings)
  for (const plan of plans)
    for (let area = 1; area <= counties.length; area++) {
      if (plan.rateAt21[area - 1] === undefined) continue
      const smoked = plan.tobacco > 0
      const head = `${year},${state},${plan.issuer},HIOS,${year - 1}-10-01,${year}-01-01,${year}-12-31,${plan.id},Rating Area ${area},${smoked ? 'Tobacco User/Non-Tobacco User' : 'No Preference'}`
      for (const [at, age] of ages.entries()) {
        const rate = fileRate(plan, area, at + 14) ?? 0
        const tobacco = smoked ? money(fileRate(plan, area, at + 14, true) ?? 0) : ''
        yield `${head},${age},${money(rate)},${tobacco},,,,,,,\n`
      }
    }
}

const variantsOf = ({ metal }: FilePlan) =>
  metal === 'Silver'
    ? ['01', '02', '03', '04', '05', '06']
    : metal === 'Catastrophic'
      ? ['01']
      : ['00', '01', '02', '03']
const csrShare: Readonly<Record<string, number>> = { '02': 0, '04': 0.85, '05': 0.2, '06': 0.04 }
const dollars = (cents: number) => `$${Math.round(cents / 100).toLocaleString('en-US')} `

const planHeadings = [
  'BusinessYear',
  'StateCode',
  'IssuerId',
  'IssuerMarketPlaceMarketingName',
  'SourceName',
  'ImportDate',
  'MarketCoverage',
  'DentalOnlyPlan',
  'StandardComponentId',
  'PlanMarketingName',
  'HIOSProductId',
  'NetworkId',
  'ServiceAreaId',
  'FormularyId',
  'IsNewPlan',
  'PlanType',
  'MetalLevel',
  'DesignType',
  'QHPNonQHPTypeId',
  'IsReferralRequiredForSpecialist',
  'ChildOnlyOffering',
  'EHBPercentTotalPremium',
  'IsHSAEligible',
  'NationalNetwork',
  'FormularyURL',
  'PlanId',
  'CSRVariationType',
  'MedicalDrugDeductiblesIntegrated',
  'SBCHavingaBabyDeductible',
  'SBCHavingaBabyCopayment',
  'SBCHavingaBabyCoinsurance',
  'SBCHavingaBabyLimit',
  'SBCHavingDiabetesDeductible',
  'SBCHavingDiabetesCopayment',
  'SBCHavingDiabetesCoinsurance',
  'SBCHavingDiabetesLimit',
  'SBCHavingSimplefractureDeductible',
  'SBCHavingSimplefractureCopayment',
  'SBCHavingSimplefractureCoinsurance',
  'SBCHavingSimplefractureLimit',
  'TEHBDedInnTier1Individual',
  'TEHBDedInnTier1FamilyPerPerson',
  'TEHBDedInnTier1FamilyPerGroup',
  'TEHBInnTier1IndividualMOOP',
  'TEHBInnTier1FamilyPerPersonMOOP',
  'TEHBInnTier1FamilyPerGroupMOOP',
  'TEHBDedOutOfNetIndividual',
  'URLForSummaryofBenefitsCoverage',
  'PlanBrochure',
]

/** Plan attributes: the plans with their variants, and a dental and a small-group plan, which are skipped. */
export function* planFile({ year, state, plans }: FileWorld): Generator<string> {
  yield line(planHeadings)
  for (const plan of plans)
    for (const variant of variantsOf(plan)) yield line(planCells(plan, variant, { year, state }))
  const [first] = plans
  if (!first) return
  const other = { ...first, id: `${first.issuer}${state}9990001`, name: 'Example Dental, "Low"' }
  yield line(planCells(other, '01', { year, state, dental: true }))
  yield line(
    planCells({ ...other, id: `${first.issuer}${state}9990002` }, '01', { year, state, market: 'SHOP (Small Group)' }),
  )
}

function planCells(
  plan: FilePlan,
  variant: string,
  {
    year,
    state,
    dental = false,
    market = 'Individual',
  }: { year: number; state: string; dental?: boolean; market?: string },
): (string | number)[] {
  const share = csrShare[variant] ?? 1
  const [deductible, moop] = [Math.round(plan.deductible * share), Math.round(plan.moop * Math.max(share, 0.1))]
  const site = `https://${plan.issuer}.example`
  return [
    year,
    state,
    plan.issuer,
    plan.issuerName,
    'HIOS',
    `${year - 1}-10-01`,
    market,
    dental ? 'Yes' : 'No',
    plan.id,
    plan.name,
    plan.id.slice(0, 10),
    `${state}N001`,
    plan.serviceArea,
    `${state}F001`,
    'Existing',
    plan.type,
    dental ? 'Low' : plan.metal,
    plan.metal === 'Gold' ? 'Design 1' : 'Not Applicable',
    variant === '00' ? 'Off the Exchange' : 'Both',
    plan.type === 'HMO' ? 'Yes' : 'No',
    'Allows Adult and Child-Only',
    plan.ehbMillionths === 1_000_000 ? '1' : String(plan.ehbMillionths / 1_000_000),
    plan.metal === 'Expanded Bronze' ? 'Yes' : 'No',
    plan.type === 'PPO' ? 'Yes' : 'No',
    `${site}/drugs`,
    `${plan.id}-${variant}`,
    `Variant ${variant}`,
    'Yes',
    dollars(Math.min(deductible, 1_270_000)),
    '$60 ',
    dollars(200_000 * share),
    '$60 ',
    dollars(Math.min(deductible, 120_000)),
    '$900 ',
    '$0 ',
    '$20 ',
    dollars(Math.min(deductible, 280_000)),
    '$300 ',
    dollars(40_000 * share),
    '$0 ',
    dollars(deductible),
    `${dollars(deductible).trim()} per person`,
    `${dollars(deductible * 2).trim()} per group`,
    dollars(moop),
    `${dollars(moop).trim()} per person`,
    `${dollars(moop * 2).trim()} per group`,
    plan.type === 'PPO' ? dollars(deductible * 2) : 'Not Applicable',
    `${site}/sbc/${plan.id}-${variant}.pdf`,
    `${site}/plans/${plan.id}`,
  ]
}

/** Benefits of every variant. */
export function* benefitFile({ year, state, plans }: FileWorld): Generator<string> {
  yield 'BusinessYear,StateCode,IssuerId,StandardComponentId,PlanId,BenefitName,CopayInnTier1,CopayInnTier2,CopayOutofNet,CoinsInnTier1,CoinsInnTier2,CoinsOutofNet,IsEHB,IsCovered,QuantLimitOnSvc,LimitQty,LimitUnit\n'
  for (const plan of plans)
    for (const variant of variantsOf(plan)) {
      const head = [year, state, plan.issuer, plan.id, `${plan.id}-${variant}`]
      yield line([
        ...head,
        'Primary Care Visit to Treat an Injury or Illness',
        '$35.00',
        'Not Applicable',
        'Not Applicable',
        'Not Applicable',
        'Not Applicable',
        '50.00%',
        'Yes',
        'Covered',
        '',
        '',
        '',
      ])
      yield line([
        ...head,
        'Emergency Room Services',
        'Not Applicable',
        '',
        '',
        '40.00% Coinsurance after deductible',
        '',
        '40.00% Coinsurance after deductible',
        'Yes',
        'Covered',
        '',
        '',
        '',
      ])
      yield line([
        ...head,
        'Preventive Care/Screening/Immunization',
        'No Charge',
        '',
        '',
        'No Charge',
        '',
        '',
        'Yes',
        'Covered',
        '',
        '',
        '',
      ])
      yield line([...head, 'Generic Drugs', '$1.00', '', '', 'Not Applicable', '', '', 'Yes', 'Covered', '', '', ''])
      yield line([
        ...head,
        'Chiropractic Care',
        '$45.00 Copay after deductible',
        '',
        '',
        'Not Applicable',
        '',
        '',
        'Yes',
        'Covered',
        'Yes',
        '30',
        'Visit(s) per Year',
      ])
      yield line([...head, 'Acupuncture', '', '', '', '', '', '', '', 'Not Covered', '', '', ''])
    }
}

/** Service areas: the first insurer sells in the whole state, the last only in part of the last county. */
export function* serviceAreaFile({ year, state, issuers, counties }: FileWorld, zips = ['33897']): Generator<string> {
  yield 'BusinessYear,StateCode,IssuerId,SourceName,ImportDate,ServiceAreaId,ServiceAreaName,CoverEntireState,County,PartialCounty,ZipCodes,PartialCountyJustification,MarketCoverage,DentalOnlyPlan\n'
  const all = counties.flat()
  for (const [at, { id }] of issuers.entries()) {
    const head = [year, state, id, 'HIOS', '', `${state}S001`, 'Area 1']
    const tail = ['', 'Individual', 'No']
    if (at === 0) yield line([...head, 'Yes', '', '', '', ...tail])
    else
      for (const county of all) {
        const isPart = at === issuers.length - 1 && at > 0 && county === all.at(-1)
        yield line([...head, 'No', `${county}.0`, isPart ? 'Yes' : 'No', isPart ? zips.join(', ') : '', ...tail])
      }
  }
}

export function* networkFile({ year, state, issuers }: FileWorld): Generator<string> {
  yield 'BusinessYear,StateCode,IssuerId,SourceName,ImportDate,NetworkName,NetworkId,NetworkURL,MarketCoverage,DentalOnlyPlan\n'
  for (const { id, name } of issuers)
    yield line([
      year,
      state,
      id,
      'HIOS',
      '',
      `${name} Network`,
      `${state}N001`,
      `https://${id}.example/doctors`,
      'Individual',
      'No',
    ])
}

export function* crosswalkFile({ year, state, plans }: FileWorld): Generator<string> {
  yield `State,DentalPlan,PlanID_${year - 1},IssuerID_${year - 1},FIPSCode,ZipCode,CrosswalkLevel,ReasonForCrosswalk,PlanID_${year},AgeOffPlanID_${year}\n`
  for (const plan of plans.slice(0, 2))
    yield line([
      state,
      'No',
      `${plan.id.slice(0, -1)}9`,
      plan.issuer,
      '',
      '',
      'Crosswalk to a different plan',
      'Renewing product',
      plan.id,
      '',
    ])
}

export function* ratingAreaFile({ year, state, counties }: FileWorld): Generator<string> {
  yield 'BusinessYear,StateCode,RatingAreaId,County,ZipCode\n'
  for (const [at, codes] of counties.entries())
    for (const code of codes) yield line([year, state, `Rating Area ${at + 1}`, code, ''])
}

/** The files of a year by name. */
export function planFilesOf(world: FileWorld): Record<string, () => Generator<string>> {
  return {
    'Rate_PUF.csv': () => rateFile(world),
    'plan-attributes-puf.csv': () => planFile(world),
    'benefits-and-cost-sharing-puf.csv': () => benefitFile(world),
    'service-area-puf.csv': () => serviceAreaFile(world),
    'network-puf.csv': () => networkFile(world),
    'plan-id-crosswalk-puf.csv': () => crosswalkFile(world),
    'rating-areas.csv': () => ratingAreaFile(world),
  }
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
