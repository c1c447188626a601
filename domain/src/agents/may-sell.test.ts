import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays } from '../fields/day-count.ts'
import { type Appointment, type License, licenseLines } from './agent-credentials.ts'
import { maySell, type Sale, type SellingAgent } from './may-sell.ts'

const florida = { code: 'FL', name: 'Florida' }
const oscar = { id: 6, name: 'Oscar' }
const sale: Sale = { carrier: oscar, state: florida, date: '2026-11-21' }
const license: License = { state: 'FL', number: 'W1', line: 'Health', effective: '2025-01-01', expiry: '2026-12-31' }
const appointment: Appointment = {
  carrierId: 6,
  state: 'FL',
  number: 'O-7',
  effective: '2025-01-01',
  expiry: null,
  terminated: null,
}
const agent: SellingAgent = {
  statusId: 1,
  statusName: 'Active',
  npn: '98000001',
  licenses: [license],
  appointments: [appointment],
  cms: { registrations: null, terminations: null },
}
const reasons = (change: Partial<SellingAgent>, asked: Partial<Sale> = {}) =>
  maySell({ ...agent, ...change }, { ...sale, ...asked }).reasons

describe('may an agent sell', () => {
  test('an active agent with NPN, license and appointment may sell', () => {
    expect(maySell(agent, sale)).toEqual({ may: true, reasons: [], unknown: [] })
  })

  test('each missing requirement is reported', () => {
    expect(reasons({ statusId: 3, statusName: 'Suspended' })).toEqual(['The agent is not active (Suspended)'])
    expect(reasons({ npn: null })).toEqual(['The agent has no NPN'])
    expect(reasons({ npn: 'PENDING-12' })).toEqual(['PENDING-12 is not an NPN, which has 1 to 10 digits'])
    expect(reasons({ licenses: [] })).toEqual(['No health license in Florida'])
    expect(reasons({ licenses: [{ ...license, line: 'Life' }] })).toEqual(['No health license in Florida'])
    expect(reasons({ licenses: [{ ...license, state: 'GA' }] })).toEqual(['No health license in Florida'])
    expect(reasons({ licenses: [{ ...license, expiry: '2026-11-20' }] })).toEqual([
      'The health license in Florida expired on 11/20/2026',
    ])
    expect(reasons({ licenses: [{ ...license, effective: '2026-11-22' }] })).toEqual([
      'The health license in Florida begins on 11/22/2026',
    ])
    expect(reasons({ appointments: [] })).toEqual(['No appointment with Oscar in Florida'])
    expect(reasons({ appointments: [{ ...appointment, carrierId: 5 }] })).toEqual([
      'No appointment with Oscar in Florida',
    ])
    expect(reasons({ appointments: [{ ...appointment, expiry: '2027-01-01', terminated: '2026-10-01' }] })).toEqual([
      'The appointment with Oscar in Florida ended on 10/01/2026',
    ])
  })

  test('all reasons are reported together', () => {
    expect(reasons({ statusId: 2, statusName: 'Inactive', npn: null, licenses: [], appointments: [] })).toHaveLength(4)
  })

  test('first and last day of a license count', () => {
    for (const date of ['2025-01-01', '2026-12-31']) expect(reasons({}, { date })).toEqual([])
    expect(reasons({}, { date: '2027-01-01' })).toHaveLength(1)
    expect(reasons({}, { date: '2024-12-31' })).toHaveLength(2)
  })

  test('unknown parts of a sale are not checked', () => {
    const nothing = { licenses: [], appointments: [] }
    expect(reasons(nothing, { carrier: undefined, state: undefined })).toEqual([])
    expect(reasons(nothing, { carrier: undefined })).toEqual(['No health license in Florida'])
  })
})

const day = fc.integer({ min: 0, max: 40 }).map((n) => plusDays('2028-02-10', n))
const maybeDay = fc.option(day)
const state = fc.constantFrom('FL', 'GA')
const licenses = fc.array(
  fc.record({
    state,
    number: fc.constant('1'),
    line: fc.constantFrom(...licenseLines),
    effective: day,
    expiry: maybeDay,
  }),
  { maxLength: 4 },
)
const appointments = fc.array(
  fc.record({
    carrierId: fc.constantFrom(5, 6),
    state,
    number: fc.constant(''),
    effective: day,
    expiry: maybeDay,
    terminated: maybeDay,
  }),
  { maxLength: 4 },
)

test('agrees with listing every valid day of each license and appointment, across a leap day', () => {
  /** Every day on which a license or appointment is valid. */
  const daysOf = (first: string, ends: (string | null)[]) => {
    const days = new Set<string>()
    for (let at = first; at <= '2028-04-30'; at = plusDays(at, 1)) {
      if (ends.some((end) => end !== null && at > end)) break
      days.add(at)
    }
    return days
  }
  fc.assert(
    fc.property(
      fc.record({
        statusId: fc.constantFrom(1, 2),
        npn: fc.constantFrom(null, '', '1', '1234567890', '12345678901'),
        licenses,
        appointments,
      }),
      day,
      (made, date) => {
        const licensed = made.licenses.some(
          (one) => one.state === 'FL' && one.line.includes('Health') && daysOf(one.effective, [one.expiry]).has(date),
        )
        const appointed = made.appointments.some(
          (one) =>
            one.state === 'FL' && one.carrierId === 6 && daysOf(one.effective, [one.expiry, one.terminated]).has(date),
        )
        const expected = [made.statusId === 1, ['1', '1234567890'].includes(made.npn ?? ''), licensed, appointed]
        const { may, reasons } = maySell(
          { ...made, statusName: 'x', cms: agent.cms },
          { carrier: oscar, state: florida, date },
        )
        expect(may).toBe(expected.every(Boolean))
        expect(reasons).toHaveLength(expected.filter((holds) => !holds).length)
      },
    ),
    { numRuns: 500 },
  )
})
