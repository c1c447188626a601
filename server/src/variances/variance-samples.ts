import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'

type Line = readonly [number: string, amount: string]

/** Loads lines of a carrier's statement of a month in 2026. */
export async function loadLines(admin: Person, carrierName: string, month: number, rows: readonly Line[]) {
  const lines = rows.map(([number, amount]) => ({ number, amount, month, npn: '' }))
  return await uploadAs(admin, commissionCsv(lines, carrierName), {}, `${carrierName}-${month}.csv`)
}

/** A carrier whose February statement leaves out V1, pays V2 too little and V3 twice; returns also the book's batch. */
export async function faultyCarrier(agency: TestApp, admin: Person, office: Person) {
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  const book = await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [
    { number: 'V1', name: 'Inés Álvarez' },
    { number: 'V2', name: 'Keisha Marlowe' },
    { number: 'V3', npn: '20417733' },
  ])
  await loadLines(admin, carrier.name, 1, [
    ['V1', '40.00'],
    ['V2', '40.00'],
    ['V3', '40.00'],
  ])
  await loadLines(admin, carrier.name, 2, [
    ['V2', '30.00'],
    ['V3', '40.00'],
    ['V3', '40.00'],
  ])
  return { carrier, book }
}
