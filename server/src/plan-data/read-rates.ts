import { ageSlots, fileDate, rateAges, rateCents, ratingArea } from '@coverdesk/domain/plan-data/plan-file-values.ts'
import type { AddRow, CellProblem, PlanCells, PlanFileReader, PlanFileScope } from './plan-cells.ts'

const planId = /^\d{5}[A-Z]{2}\d{7}$/
const unset = -1
/** A rate that the file states, but that is no price. */
const none = 0

/** Rates of a plan in a rating area and a period, of which the file has a row for each age. */
interface RateGroup {
  key: string
  /** Cells of the file that name it, to know its next rows by. */
  plan: string
  area: string
  from: string
  line: number
  values: [plan: string, area: string, effective: string, expires: string]
  rates: Int32Array
  tobacco: Int32Array | null
  tiers: Int32Array | null
  filled: number
}

const tierColumns = ['rate', 'couple', 'primary1', 'primary2', 'primary3', 'couple1', 'couple2', 'couple3'] as const

/**
 * Reads a rate file: its 51 rows of a plan and area become one record. Only plans whose ages are not complete yet are in
 * memory, so that it stays flat for files in their usual order.
 */
export function readRates({ year }: PlanFileScope, add: AddRow): PlanFileReader {
  const open = new Map<string, RateGroup>()
  const done = new Set<string>()
  const dates = new Map<string, string | null>()
  let last: RateGroup | undefined
  const ages = new Map<string, ReturnType<typeof ageSlots>>()
  const slotsOf = (text: string) => {
    const known = ages.get(text)
    if (known !== undefined) return known
    const slots = ageSlots(text)
    if (slots !== null) ages.set(text, slots)
    return slots
  }
  const dateOf = (text: string, otherwise: string) => {
    if (text === '') return otherwise
    const known = dates.get(text)
    if (known !== undefined) return known
    const date = fileDate(text)
    dates.set(text, date)
    return date
  }
  const write = (group: RateGroup) => {
    add([...group.values, arrayOf(group.rates), arrayOf(group.tobacco), arrayOf(group.tiers)])
  }
  const groupOf = (cells: PlanCells, line: number): RateGroup | CellProblem => {
    const plan = cells.text('plan')
    const areaText = cells.text('area')
    const from = cells.text('effective')
    if (last?.plan === plan && last.area === areaText && last.from === from) return last
    const key = `${plan} ${areaText} ${from}`
    const known = open.get(key)
    if (known) return known
    if (!planId.test(plan)) return { column: 'plan', reason: 'must be a plan id such as 12345FL0010001' }
    const area = ratingArea(areaText)
    if (area === null) return { column: 'area', reason: 'must be a rating area such as Rating Area 1' }
    const effective = dateOf(from, `${year}-01-01`)
    if (effective === null) return { column: 'effective', reason: 'must be a date such as 2027-01-01' }
    const expires = dateOf(cells.text('expires'), `${year}-12-31`)
    if (expires === null) return { column: 'expires', reason: 'must be a date such as 2027-12-31' }
    if (done.has(key)) return { column: 'age', reason: `${plan} has all ages of this rating area already` }
    const group: RateGroup = {
      key,
      plan,
      area: areaText,
      from,
      line,
      values: [plan, String(area), effective, expires],
      rates: new Int32Array(rateAges).fill(unset),
      tobacco: null,
      tiers: null,
      filled: 0,
    }
    open.set(key, group)
    return group
  }
  const close = (group: RateGroup) => {
    write(group)
    open.delete(group.key)
    done.add(group.key)
    last = undefined
  }
  return {
    into: 'plan_rates (file_id, plan_id, area, effective, expires, rates, tobacco_rates, tiers)',
    row: (cells, line) => {
      const group = groupOf(cells, line)
      if ('reason' in group) return group
      last = group
      const slots = slotsOf(cells.text('age'))
      if (slots === null) return { column: 'age', reason: 'must be an age such as 0-14, 21 or 64 and over' }
      if (slots === 'family') {
        const tiers = tiersOf(cells)
        if ('reason' in tiers) return tiers
        if (group.tiers) return { column: 'age', reason: `the family rates of ${group.values[0]} stand twice` }
        group.tiers = tiers
        close(group)
        return true
      }
      const rate = rateCents(cells.text('rate'))
      if (rate === undefined) return { column: 'rate', reason: 'must be an amount such as 412.37' }
      const tobacco = rateCents(cells.text('tobaccoRate'))
      if (tobacco === undefined) return { column: 'tobaccoRate', reason: 'must be an amount such as 412.37' }
      for (let slot = slots[0]; slot <= slots[1]; slot++) {
        const before = group.rates[slot]
        if (before !== undefined && before !== unset) {
          if (before === (rate ?? none)) continue
          return { column: 'age', reason: `${group.values[0]} has two rates for this age in ${cells.text('area')}` }
        }
        group.rates[slot] = rate ?? none
        group.filled++
        if (tobacco !== null) {
          group.tobacco ??= new Int32Array(rateAges).fill(unset)
          group.tobacco[slot] = tobacco
        }
      }
      if (group.filled === rateAges) close(group)
      return rate !== null
    },
    // A file that was cut off would otherwise replace a whole one.
    end: () =>
      [...open.values()].map(({ line, values: [plan, area], rates }) => ({
        line,
        problem: {
          column: 'age',
          reason: `${plan} has no rate for ${rates.filter((rate) => rate === unset).length} of ${rateAges} ages in Rating Area ${area}`,
        },
      })),
  }
}

function tiersOf(cells: PlanCells): Int32Array | CellProblem {
  const tiers = new Int32Array(tierColumns.length).fill(unset)
  for (const [place, column] of tierColumns.entries()) {
    const cents = rateCents(cells.text(column))
    if (cents === undefined) return { column, reason: 'must be an amount such as 412.37' }
    if (cents !== null) tiers[place] = cents
  }
  return tiers
}

/** Array literal of PostgreSQL, with null for ages without a rate; '' for no array. */
function arrayOf(values: Int32Array | null): string {
  if (!values) return ''
  const written = values.some((value) => value <= none)
    ? Array.from(values, (value) => (value > none ? value : 'NULL'))
    : values
  return `{${written.join(',')}}`
}
