import type { randomOf } from '@coverdesk/server/src/testing/random-of.ts'

/** Records that users have made and know of, so that several edit the same. */
export interface SharedRecords {
  leads: number[]
  customers: number[]
  requests: { id: number; by: number }[]
}

/** Only the newest are edited, so that users meet at the same record. */
const maxKnown = 12

/** Adds a record that users will edit; forgets the oldest. */
export function share<T>(known: T[], record: T): void {
  known.push(record)
  if (known.length > maxKnown) known.shift()
}

/** One of the known records, or undefined. */
export function drawFrom<T>(known: readonly T[], random: ReturnType<typeof randomOf>): T | undefined {
  return known[random(Math.max(1, known.length))]
}
