import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { type CommissionRow, commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'

export const [ana, luis, foreign] = ['19984127', '20417733', '99999999']

/** Months from May 2025 to May 2026. */
const paidMonths = Array.from({ length: 13 }, (_, at) => ({
  year: 2025 + Math.floor((at + 4) / 12),
  month: 1 + ((at + 4) % 12),
}))

interface Sample {
  id: number
  name: string
}

/** Loads a statement of a carrier; rows without a year are of 2026. Tests only. */
export async function payMonth(admin: Person, { name }: Sample, file: string, rows: readonly CommissionRow[]) {
  const run = await uploadAs(admin, commissionCsv(rows, name), {}, `${name} ${file}.csv`)
  if (run.state !== 'loaded') throw new Error(`Not loaded: ${run.message}`)
}

/** A carrier that pays 20.00 for each of two members, with a fault of each class from May 2025 to May 2026. */
async function carrierWithFaults(agency: TestApp, admin: Person, office: Person): Promise<Sample> {
  const carrier = await newCarrier(agency)
  await office.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2025',
    lastMonth: '09/2026',
    amount: '20.00',
  })
  const policy = (number: string, npn: string, more: Partial<PolicyFields> = {}): PolicyFields => ({
    number,
    npn,
    name: `Client ${number}`,
    effective: '01/01/2025',
    ...more,
  })
  const book = [
    policy('M1', ana),
    policy('M2', ana),
    policy('M3', luis),
    policy('M4', luis),
    policy('M5', ana),
    policy('M6', foreign),
    policy('M7', ana),
    policy('M8', ana),
    policy('M9', ana, { term: '02/28/2026' }),
  ]
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1, year: 2025 }, book)
  await uploadPolicies(
    admin,
    { carrierId: carrier.id, month: 4 },
    book.map((one) => (one.number === 'M5' ? { ...one, npn: luis } : one)),
  )
  const unpaid = ['M2 6/2025', 'M2 12/2025', 'M5 3/2026', 'M5 5/2026']
  for (const { year, month } of paidMonths) {
    const at = `${month}/${year}`
    const line = (number: string, npn: string, amount = '40.00'): CommissionRow => ({
      number,
      npn,
      amount,
      month,
      year,
      members: 2,
      name: `Client ${number}`,
    })
    const rows = [
      line('M1', ana),
      line('M2', ana),
      line('M3', luis, at === '2/2026' ? '30.00' : '40.00'),
      line('M4', luis),
      line('M5', year === 2026 && month > 3 ? luis : ana),
      line('M7', ana),
      line('M8', at === '5/2026' ? luis : ana),
      ...(year === 2025 || month <= 3 ? [line('M9', ana)] : []),
    ].filter(({ number }) => !unpaid.includes(`${number} ${at}`))
    const more = at === '3/2026' ? [line('M4', luis)] : at === '4/2026' ? [line('M7', ana, '-40.00')] : []
    const last = at === '5/2026' ? [line('M6', foreign), line('X9', ana, '12.34')] : []
    await payMonth(admin, carrier, at.replace('/', ' '), [...rows, ...more, ...last])
  }
  return carrier
}

/** A carrier that pays a month later, with a missing month, months to come and a policy that ends. */
async function carrierInArrears(agency: TestApp, admin: Person, office: Person): Promise<Sample> {
  const carrier = await newCarrier(agency)
  await office.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2026',
    lastMonth: '12/2026',
    amount: '15.00',
    firstLag: 1,
  })
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [
    { number: 'K1', npn: ana, members: 3, name: 'Client K1' },
    { number: 'K2', npn: luis, members: 1, term: '07/31/2026', name: 'Client K2' },
  ])
  for (const month of [2, 3, 4]) {
    const [k1, k2] = [
      { number: 'K1', npn: ana, month, amount: month === 2 ? '90.00' : '45.00', members: 3, name: 'Client K1' },
      { number: 'K2', npn: luis, month, amount: month === 2 ? '30.00' : '15.00', members: 1, name: 'Client K2' },
    ]
    await payMonth(admin, carrier, `${month}`, month === 3 ? [k2] : [k1, k2])
  }
  return carrier
}

/** A carrier without a schedule: what it paid is received, and nothing is expected of it. */
async function carrierWithoutSchedule(agency: TestApp, admin: Person): Promise<Sample> {
  const carrier = await newCarrier(agency)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [{ number: 'N1', npn: luis, name: 'Client N1' }])
  await payMonth(admin, carrier, '3', [{ number: 'N1', npn: luis, month: 3, amount: '22.00', name: 'Client N1' }])
  return carrier
}

/**
 * An agency on 2026-06-20 with facts of all kinds: two carriers with a schedule and one without, variances of each class that are open,
 * settled, disputed, recovered in part, denied and written off, an agent who moved, a foreign one and an exception. Tests only.
 */
export async function mixedAgency(agency: TestApp, admin: Person, office: Person) {
  agency.setClock(() => new Date('2026-06-20T15:00:00Z'))
  const faulty = await carrierWithFaults(agency, admin, office)
  const inArrears = await carrierInArrears(agency, admin, office)
  const plain = await carrierWithoutSchedule(agency, admin)
  const open = async (number: string, monthFrom?: string) => {
    const { data } = await office.call(variances.list, { policyNumber: number, ...(monthFrom ? { monthFrom } : {}) })
    return data.map(({ id }) => id)
  }
  // M2 is disputed and comes, M3 in part, M5 is denied and disputed again, K1 is written off.
  const [first] = await office.call(disputes.create, {
    ids: [...(await open('M2', '07/2025')), ...(await open('M3')), ...(await open('M5'))],
  })
  const line = { year: 2026, month: 2, members: 2 }
  await payMonth(admin, faulty, 'late', [
    { ...line, number: 'M3', npn: luis, amount: '4.00', name: 'Client M3' },
    { ...line, number: 'M2', npn: ana, month: 12, year: 2025, amount: '40.00', name: 'Client M2' },
  ])
  await office.call(disputes.decide, {
    id: first?.id ?? 0,
    version: 1,
    outcome: 'partly paid',
    decidedOn: '2026-06-19',
    comment: '',
  })
  await office.call(disputes.create, { ids: [...(await open('M3')), ...(await open('M5', '05/2026'))] })
  for (const id of await open('K1'))
    await office.call(variances.setStatus, { id, statusId: varianceStatusIds['Written Off'], comment: 'Too old' })
  return { faulty, inArrears, plain, all: [faulty, inArrears, plain] }
}
