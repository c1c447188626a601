import { type CarrierRow, carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { Person } from '../testing/test-app.ts'

type Changes = Partial<Omit<InputOf<typeof carriers.edit>, 'id' | 'version'>>

/** Changes some fields of a carrier and leaves the others as they are. */
export async function changeCarrier(person: Person, id: number, changes: Changes): Promise<CarrierRow> {
  const { policies, lastMonth, profiles, active, ...carrier } = await person.call(carriers.one, { id })
  const issuerIds = carrier.issuerIds.map(({ issuerId, state }) => `${issuerId} ${state}`)
  return await person.call(carriers.edit, { ...carrier, issuerIds, ...changes })
}

/** Terms of a carrier from a month of 2026 on. */
export function termsFrom(month: number, more: Partial<CarrierRow['laterTerms'][number]> = {}) {
  const standard = { arrears: 0, newPeriod: 'year', tolerance: '0.00', termDateMeans: 'last', graceDays: 31 } as const
  return { ...standard, from: `${String(month).padStart(2, '0')}/2026`, ...more }
}
