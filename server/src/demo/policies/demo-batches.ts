import { monthOf, monthsBefore, plusDays } from '../demo-calendar.ts'
import { type DemoCarrier, demoCarriers } from './demo-carriers.ts'

/** One of a carrier's monthly imports. */
export interface DemoBatch {
  id: number
  carrierId: number
  /** Position by age; 0 is the carrier's oldest. */
  at: number
  loadedOn: string
  loadedAt: string
  fileName: string
}

/** Number of imports per carrier; the oldest contains all policies of its day. */
export const filesPerCarrier = 12

/** Past imports as of `today` with ids in order of import; none for a carrier without files. */
export function demoBatches(today: string): DemoBatch[] {
  const loads = demoCarriers.flatMap((carrier) => loadsOf(carrier, today))
  return loads.sort((a, b) => (a.loadedAt < b.loadedAt ? -1 : 1)).map((load, at) => ({ ...load, id: at + 1 }))
}

/** Imports of one carrier, oldest first. */
export function batchesOf(batches: readonly DemoBatch[], carrierId: number): DemoBatch[] {
  return batches.filter((batch) => batch.carrierId === carrierId)
}

function loadsOf(carrier: DemoCarrier, today: string): Omit<DemoBatch, 'id'>[] {
  const { behind } = carrier
  if (behind === null) return []
  const newest = monthsBefore(plusDays(today, -2 - ((carrier.id - 1) % 4)), behind)
  return Array.from({ length: filesPerCarrier }, (_, at) => {
    const loadedOn = at === filesPerCarrier - 1 ? newest : monthsBefore(newest, filesPerCarrier - 1 - at)
    const minute = String((carrier.id * 7 + at * 3) % 60).padStart(2, '0')
    return {
      carrierId: carrier.id,
      at,
      loadedOn,
      loadedAt: `${loadedOn}T${13 + (carrier.id % 8)}:${minute}:${String(carrier.id * 4).padStart(2, '0')}Z`,
      fileName: `${carrier.fileStem}_${loadedOn.slice(5, 7)}${loadedOn.slice(8)}.csv`,
    }
  })
}

/** First day of the month of a file. */
export function batchMonth({ loadedOn }: DemoBatch): string {
  return `${loadedOn.slice(0, 7)}-01`
}

/** First and last month of the commission statements: the last 24 complete months. */
export function commissionMonths(today: string): { first: number; last: number } {
  const last = monthOf(today) - 1
  return { first: last - 23, last }
}
