import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { callsOfVariant } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'

let agency: TestApp
let admin: Person
let owner: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin, owner } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'], fullAccess: true })
})
afterAll(() => agency.close())

type Carrier = { id: number; name: string }
const policies: PolicyFields[] = [
  { number: 'L1', members: 3 },
  { number: 'L2', members: 2 },
  { number: 'L3', members: 1 },
]

/** A carrier that pays 20.00 per member in the month of coverage, with its book of January. */
async function payingCarrier(): Promise<Carrier> {
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, policies)
  return carrier
}

let files = 0
const pay = (carrier: Carrier, month: number, amounts: Record<string, string>) =>
  uploadAs(
    admin,
    commissionCsv(
      Object.entries(amounts).map(([number, amount]) => ({ number, month, amount })),
      carrier.name,
    ),
    {},
    `paid-${++files}.csv`,
  )

async function unpaidOf({ id }: Carrier, state?: 'resolved') {
  const { data } = await owner.call(callsOfVariant.unpaid.list, {
    carrierId: id,
    pageSize: 100,
    ...(state && { state }),
  })
  return data
    .map(
      (row) =>
        `${row.policyNumber} ${row.month}/${row.year} ${row.why} ${row.atStake}${row.leftWhy ? ` ${row.leftWhy}` : ''}`,
    )
    .sort()
}
async function missingOf({ id }: Carrier) {
  const { data } = await office.call(variances.list, { carrierId: id, class: 'missing', pageSize: 100 })
  return data
    .map(
      (row) => `${row.policyNumber} ${Number(row.month.slice(5, 7))}/${row.month.slice(0, 4)} commission ${row.stake}`,
    )
    .sort()
}

test('UNPAID-04 With a schedule, a policy is unpaid in the months that are missing, with the same dollars, also if it was never paid', async () => {
  const carrier = await payingCarrier()
  await pay(carrier, 1, { L1: '60.00', L2: '40.00' })
  await pay(carrier, 2, { L1: '60.00', L2: '40.00' })
  const missing = ['L3 1/2026 commission 20.00', 'L3 2/2026 commission 20.00']
  expect([await missingOf(carrier), await unpaidOf(carrier)]).toEqual([missing, missing])
})

test('UNPAID-04 A late commission resolves an unpaid month, also of a policy that ended, and the undo of its file brings it back', async () => {
  const carrier = await payingCarrier()
  await pay(carrier, 1, { L1: '60.00', L2: '40.00', L3: '20.00' })
  await pay(carrier, 2, { L1: '60.00', L3: '20.00' })
  await uploadPolicies(admin, { carrierId: carrier.id, month: 3 }, [
    { number: 'L1', members: 3 },
    { number: 'L2', members: 2, term: '02/28/2026', status: 'Terminated' },
    { number: 'L3', members: 1 },
  ])
  expect(await unpaidOf(carrier)).toEqual(['L2 2/2026 commission 40.00'])
  const late = await pay(carrier, 2, { L2: '40.00' })
  expect([await unpaidOf(carrier), await unpaidOf(carrier, 'resolved')]).toEqual([
    [],
    ['L2 2/2026 commission 40.00 commission'],
  ])
  await admin.call(uploads.undo, { batchId: late.batchId ?? 0 })
  expect(await unpaidOf(carrier)).toEqual(['L2 2/2026 commission 40.00'])
})

test('UNPAID-04 A schedule decides at once which months are unpaid, and without it the statement before does', async () => {
  const carrier = await newCarrier(agency)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, policies)
  await pay(carrier, 1, { L1: '60.00', L2: '40.00' })
  await pay(carrier, 2, { L1: '60.00' })
  const before = ['L2 2/2026 commission 40.00']
  expect(await unpaidOf(carrier)).toEqual(before)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  expect(await unpaidOf(carrier)).toEqual([...before, 'L3 1/2026 commission 20.00', 'L3 2/2026 commission 20.00'])
  const [stored] = (await office.call(schedules.list, { carrierId: carrier.id })).data
  await office.call(schedules.remove, { id: stored?.id ?? 0, version: stored?.version ?? 0 })
  expect(await unpaidOf(carrier)).toEqual(before)
})
