import { type Amount, amountOf, cents } from '../fields/amount.ts'
import type { ReceivedMonth } from './dashboard-contract.ts'

/** One carrier's commission in a year to date, and in the same months of the year before. */
export interface CarrierReceived {
  id: number
  name: string
  toDate: Amount
  before: Amount
}

/** Commission received in a year, compared with the year before. */
export interface Received {
  /** Whole cents of twelve months, January first. */
  months: readonly number[]
  monthsBefore: readonly number[]
  /** Latest month of the year with commission, 1 to 12; 0 without any. */
  lastMonth: number
  /** Sum through the latest month. */
  toDate: Amount
  /** Sum of the same months of the year before. */
  before: Amount
  /** Most commission to date first. */
  carriers: readonly CarrierReceived[]
}

/** Figures of the year and the year before; rows of other years are ignored. */
export function receivedFigures(rows: readonly ReceivedMonth[], year: number): Received {
  const months = byMonth(rows, year)
  const lastMonth = Math.max(0, ...rows.filter((row) => row.year === year).map(({ month }) => month))
  const upTo = (of: number, some: readonly ReceivedMonth[]) => amountOf(sumOf(byMonth(some, of).slice(0, lastMonth)))
  const carriers = [...Map.groupBy(rows, ({ carrierId }) => carrierId)].map(([id, theirs]) => ({
    id,
    name: theirs[0]?.carrierName ?? '',
    toDate: upTo(year, theirs),
    before: upTo(year - 1, theirs),
  }))
  const size = ({ toDate }: CarrierReceived) => cents(toDate) ?? 0
  return {
    months,
    monthsBefore: byMonth(rows, year - 1),
    lastMonth,
    toDate: upTo(year, rows),
    before: upTo(year - 1, rows),
    carriers: carriers
      .filter(({ toDate, before }) => toDate !== '0.00' || before !== '0.00')
      .toSorted((a, b) => size(b) - size(a) || a.name.localeCompare(b.name, 'en')),
  }
}

function byMonth(rows: readonly ReceivedMonth[], year: number): number[] {
  const months = Array.from({ length: 12 }, () => 0)
  for (const row of rows)
    if (row.year === year) months[row.month - 1] = (months[row.month - 1] ?? 0) + (cents(row.amount) ?? 0)
  return months
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
