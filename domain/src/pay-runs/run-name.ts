import { monthText } from '../fields/month-text.ts'

/** '10/2026', or '10/2026, correction 1'. */
export function runName({ month, sequence }: { month: string; sequence: number }): string {
  const name = monthText(Number(month.slice(5, 7)), Number(month.slice(0, 4)))
  return sequence === 0 ? name : `${name}, correction ${sequence}`
}
