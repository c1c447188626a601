import { showMonth } from '../fields/month-text.ts'

/** '10/2026', or '10/2026, correction 1'; a file in another language has its word. */
export function runName({ month, sequence }: { month: string; sequence: number }, correction = 'correction'): string {
  const name = showMonth(month)
  return sequence === 0 ? name : `${name}, ${correction} ${sequence}`
}
