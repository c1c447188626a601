import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { centsIn, ehbMillionths } from '@coverdesk/domain/plan-data/plan-file-values.ts'
import { exampleColumns, limitColumns } from '@coverdesk/domain/plan-data/plan-files.ts'
import { bothNetworks } from '@coverdesk/domain/plans/limits-that-count.ts'
import { type CostLimit, metalLevels, planTypes } from '@coverdesk/domain/plans/plan.ts'
import type { AddRow, CellProblem, PlanCells, PlanFileReader } from './plan-cells.ts'

const variantId = /^(\d{5}[A-Z]{2}\d{7})-(\d{2})$/
const tiers = {
  InnTier1: 'In-Network',
  InnTier2: 'In-Network Tier 2',
  OutOfNet: 'Out-of-Network',
  CombInnOon: bothNetworks,
} as const
const costs = { Individual: 'Individual', FamilyPerPerson: 'Family Per Person', FamilyPerGroup: 'Family' } as const
const types = {
  deductible: {
    TEHB: 'Combined Medical and Drug EHB Deductible',
    MEHB: 'Medical EHB Deductible',
    DEHB: 'Drug EHB Deductible',
  },
  moop: {
    TEHB: 'Maximum Out of Pocket for Medical and Drug EHB Benefits (Total)',
    MEHB: 'Maximum Out of Pocket for Medical EHB Benefits',
    DEHB: 'Maximum Out of Pocket for Drug EHB Benefits',
  },
} as const

/** Whether a row is of the individual medical market; files without the columns hold only such rows. */
export function isIndividualMedical(cells: PlanCells): boolean {
  const market = cells.text('market')
  return (market === '' || /individual/i.test(market)) && !/^y/i.test(cells.text('dental'))
}

/** Reads a file of plan attributes: one record per cost-sharing variant that is sold on an exchange. */
export function readPlansFile(add: AddRow): PlanFileReader {
  const seen = new Set<string>()
  return {
    into: `plan_variants (file_id, plan_id, variant, state, issuer_id, issuer_name, service_area_id, network_id, name,
      metal_level, type, hsa_eligible, is_standardized_plan, has_national_network, specialist_referral_required, only_for,
      ehb_millionths, formulary_url, benefits_url, brochure_url, deductibles, moops, examples)`,
    row: (cells) => {
      if (!isIndividualMedical(cells) || /^off/i.test(cells.text('exchange'))) return false
      const id = variantId.exec(cells.text('plan'))
      if (!id) return { column: 'plan', reason: 'must be a plan with its variant, such as 12345FL0010001-01' }
      const [whole, plan = '', variant = ''] = id
      // 00 is the same plan outside of the exchange.
      if (variant === '00') return false
      if (seen.has(whole)) return { column: 'plan', reason: `${whole} stands twice` }
      seen.add(whole)
      const record = recordOf(cells, plan, variant)
      if (!Array.isArray(record)) return record
      add(record)
      return true
    },
    end: () => [],
  }
}

function recordOf(cells: PlanCells, plan: string, variant: string): string[] | CellProblem {
  const metal = metalLevels.find((level) => level.toLowerCase() === cells.text('metal').toLowerCase())
  if (!metal) return { column: 'metal', reason: `must be one of ${metalLevels.join(', ')}` }
  const type = planTypes.find((one) => one.toLowerCase() === cells.text('type').toLowerCase())
  if (!type) return { column: 'type', reason: `must be one of ${planTypes.join(', ')}` }
  const ehb = ehbMillionths(cells.text('ehb'))
  if (ehb === null) return { column: 'ehb', reason: 'must be a share such as 0.9986' }
  if (cells.text('name') === '') return { column: 'name', reason: 'must be the name of the plan' }
  if (cells.text('serviceArea') === '')
    return { column: 'serviceArea', reason: 'must be a service area such as FLS001' }
  const yes = (name: string) => String(/^y/i.test(cells.text(name)))
  const issuer = cells.text('issuer')
  return [
    plan,
    variant,
    plan.slice(5, 7),
    issuer,
    cells.text('issuerName') || issuer,
    cells.text('serviceArea'),
    cells.text('network'),
    cells.text('name'),
    metal,
    type,
    yes('hsa'),
    String(/\d/.test(cells.text('design'))),
    yes('nationalNetwork'),
    yes('referral'),
    onlyFor(cells.text('childOnly')),
    String(ehb),
    link(cells.text('formularyUrl')),
    link(cells.text('benefitsUrl')),
    link(cells.text('brochureUrl')),
    JSON.stringify(limitsOf(cells, 'deductible')),
    JSON.stringify(limitsOf(cells, 'moop')),
    examplesOf(cells),
  ]
}

/** 'everyone' where adults and children may enroll. */
function onlyFor(offering: string): string {
  if (/child-only$/i.test(offering) && !/adult/i.test(offering)) return 'children'
  return /adult-only$/i.test(offering) && !/child/i.test(offering) ? 'adults' : 'everyone'
}

function link(text: string): string {
  if (text === '' || /^not applicable$/i.test(text)) return ''
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(whole) && whole.length <= 500 ? whole : ''
}

/** Limits of a variant: those of medical and drugs together, or each alone where they are not integrated. */
function limitsOf(cells: PlanCells, limit: 'deductible' | 'moop'): CostLimit[] {
  const all = limitColumns.flatMap((column) => {
    const cents = column.limit === limit ? centsIn(cells.text(column.name)) : null
    if (cents === null) return []
    const { coverage, tier, cost } = column
    return [
      {
        coverage,
        type: types[limit][coverage],
        amount: amountOf(cents),
        family_cost: costs[cost],
        network_tier: tiers[tier],
      },
    ]
  })
  const together = all.filter(({ coverage }) => coverage === 'TEHB')
  return (together.length > 0 ? together : all).map(({ coverage: _, ...one }) => one)
}

/** Cents that one person pays in each example; '' where the file has none. */
function examplesOf(cells: PlanCells): string {
  const sums: Partial<Record<'baby' | 'diabetes' | 'fracture', number>> = {}
  for (const { example, name } of exampleColumns) {
    const cents = centsIn(cells.text(name))
    if (cents !== null) sums[example] = (sums[example] ?? 0) + cents
  }
  return Object.keys(sums).length === 3 ? JSON.stringify(sums) : ''
}
