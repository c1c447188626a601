import { monthOfDay, showMonth } from '../expected/month-count.ts'

/** Age of what carriers owe, by its month of coverage; the months are MM/YYYY, both included, and open at one end. */
export interface StakeAge {
  name: string
  monthFrom: string | null
  monthTo: string | null
}

/** First months of the ages before the present month, the youngest age first. */
const ages = [
  { name: 'Last 3 months', from: 2, to: null },
  { name: '4 to 6 months', from: 5, to: 3 },
  { name: '7 to 12 months', from: 11, to: 6 },
  { name: 'Older', from: null, to: 12 },
] as const

/** Ages as of today, YYYY-MM-DD. */
export function stakeAges(today: string): readonly StakeAge[] {
  const present = monthOfDay(today)
  const shown = (back: number | null) => (back === null ? null : showMonth(present - back))
  return ages.map(({ name, from, to }) => ({ name, monthFrom: shown(from), monthTo: shown(to) }))
}

/** Place of the age of a month of coverage, YYYY-MM-DD. */
export function stakeAgeOf(month: string, today: string): number {
  const back = monthOfDay(today) - monthOfDay(month)
  return ages.findIndex(({ from }) => from === null || back <= from)
}
