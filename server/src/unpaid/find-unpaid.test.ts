import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, commissionState, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { policyState, refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let owner: Person
let ana: Person
beforeAll(async () => {
  ;({ agency, admin, owner, ana } = await startUnpaidApp())
})
afterAll(() => agency.close())

async function rowsOf(variant: UnpaidVariant, carrierId: number): Promise<UnpaidRow[]> {
  const { data } = await owner.call(callsOfVariant[variant].list, { carrierId, pageSize: 100, sort: 'policyNumber' })
  return data
}
const listedIn = async (variant: UnpaidVariant, { id }: { id: number }) =>
  (await rowsOf(variant, id)).map(({ policyNumber, month, year, why }) => `${policyNumber} ${month}/${year} ${why}`)

test('UNPAID-04 UNPAID-05 a policy is unpaid in the month of a file whose paid-to date is before that month, and no longer once a later file shows it paid', async () => {
  const carrier = await newCarrier(agency)
  const october: PolicyFields[] = [
    { number: 'P1', name: 'Inés Álvarez', paid: '10/31/2026', members: 3 },
    { number: 'P2', paid: '09/30/2026' },
    { number: 'P3', paid: '09/30/2026', status: 'Cancelled' },
    { number: 'P4', paid: '09/30/2026', term: '09/30/2026' },
    { number: 'P5', paid: '', effective: '10/01/2026', status: 'Pending' },
    { number: 'P6', paid: '', effective: '10/01/2026', responsibility: '0.00' },
    { number: 'P7', paid: '', effective: '12/01/2026', status: 'Pending' },
  ]
  await uploadPolicies(admin, { carrierId: carrier.id, month: 10 }, october)
  expect(await listedIn('unpaid', carrier)).toEqual(['P2 10/2026 premium', 'P5 10/2026 premium'])
  await uploadPolicies(
    admin,
    { carrierId: carrier.id, month: 11 },
    october.map((policy) => (policy.number === 'P2' ? { ...policy, paid: '10/31/2026' } : policy)),
  )
  expect(await listedIn('unpaid', carrier)).toEqual([
    'P1 11/2026 premium',
    'P2 11/2026 premium',
    'P5 10/2026 premium',
    'P5 11/2026 premium',
  ])
  const [row] = await rowsOf('unpaid', carrier.id)
  expect(row).toMatchObject({
    agentId: ana.agentId,
    aorId: ana.agentId,
    carrier: carrier.name,
    insuredName: 'Inés Álvarez',
    policyNumber: 'P1',
    status: 'Pending',
    statusId: 1,
    numberOfMembers: 3,
    month: 11,
    year: 2026,
    paidThroughDate: '2026-10-31',
  })
})

test('UNPAID-04 a policy missing from a month’s statement is unpaid if the month before was paid, except while only a few lines arrived', async () => {
  const carrier = await newCarrier(agency)
  const rows = ['C1', 'C2', 'C3', 'C4', 'C5'].map((number) => ({ number }))
  await uploadPolicies(admin, { carrierId: carrier.id, month: 11 }, rows)
  const paid = (numbers: readonly string[], month: number) =>
    uploadAs(
      admin,
      commissionCsv(
        numbers.map((number) => ({ number, month, amount: '44.10' })),
        carrier.name,
      ),
    )
  await paid(['C1', 'C2', 'C3', 'C4'], 9)
  await paid(['C1'], 10)
  expect(await listedIn('unpaid', carrier)).toEqual([])
  await paid(['C2'], 10)
  expect(await listedIn('unpaid', carrier)).toEqual(['C3 10/2026 commission', 'C4 10/2026 commission'])
  expect((await rowsOf('unpaid', carrier.id)).map(({ atStake }) => atStake)).toEqual(['44.10', '44.10'])
  await paid(['C3'], 10)
  expect(await listedIn('unpaid', carrier)).toEqual(['C4 10/2026 commission'])
  const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Statement'], fullAccess: true })
  await clerk.call(statements.remove, { carrierId: carrier.id, month: 10, year: 2026 })
  expect(await listedIn('unpaid', carrier)).toEqual([])
})

test('UNPAID-04 UNPAID-05 a policy is lost when a file omits it, ends it, or moves it to an agent outside the agency, and recovered when a later file reverts this', async () => {
  const carrier = await newCarrier(agency)
  const october: PolicyFields[] = [
    ...['L1', 'L2', 'L3', 'L4', 'L5', 'L6'].map((number) => ({ number })),
    { number: 'L7', status: 'Terminated' },
    { number: 'L8', term: '10/31/2026' },
  ]
  await uploadPolicies(admin, { carrierId: carrier.id, month: 10 }, october)
  expect(await listedIn('lost', carrier)).toEqual([])
  await uploadPolicies(admin, { carrierId: carrier.id, month: 11 }, [
    { number: 'L2', status: 'Cancelled' },
    { number: 'L3', npn: '77777' },
    { number: 'L4', npn: '20417733' },
    { number: 'L5' },
    { number: 'L6', term: '11/30/2026' },
    { number: 'L7', status: 'Terminated' },
    { number: 'L8', term: '10/31/2026' },
  ])
  expect(await listedIn('lost', carrier)).toEqual([
    'L1 11/2026 missing',
    'L2 11/2026 ended',
    'L3 11/2026 agent',
    'L8 11/2026 ended',
  ])
  const lostPolicy = (await rowsOf('lost', carrier.id)).find(({ policyNumber }) => policyNumber === 'L3')
  expect(lostPolicy).toMatchObject({ agentId: ana.agentId, aorId: null, aor: 'NPN 77777' })
  await uploadPolicies(admin, { carrierId: carrier.id, month: 12 }, [
    { number: 'L1' },
    { number: 'L3' },
    { number: 'L4' },
    { number: 'L6', term: '11/30/2026' },
  ])
  expect(await listedIn('lost', carrier)).toEqual([
    ...['L2 11/2026 missing', 'L5 12/2026 missing', 'L6 12/2026 ended', 'L8 11/2026 ended'].map((line) =>
      line.startsWith('L2') ? 'L2 11/2026 ended' : line,
    ),
  ])
})

test('P-60 undoing an upload removes its findings from both lists exactly, and keeps work done on the rest', async () => {
  const carrier = await newCarrier(agency)
  const at = (month: number) => ({ carrierId: carrier.id, month })
  await uploadPolicies(admin, at(10), [{ number: 'U1', paid: '09/30/2026' }, { number: 'U2' }, { number: 'U3' }])
  const [worked] = await rowsOf('unpaid', carrier.id)
  await owner.call(callsOfVariant.unpaid.setStatus, { id: worked?.id ?? 0, statusId: 3, comment: 'Pays on Friday' })
  const before = await policyState(agency.db)
  const run = await uploadPolicies(admin, at(11), [{ number: 'U1' }, { number: 'U2', paid: '10/31/2026' }])
  expect([await listedIn('unpaid', carrier), await listedIn('lost', carrier)]).toEqual([
    ['U2 11/2026 premium'],
    ['U3 11/2026 missing'],
  ])
  await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
  expect(await policyState(agency.db)).toEqual(before)
  expect(await rowsOf('unpaid', carrier.id)).toMatchObject([{ id: worked?.id, status: 'Promised to Pay' }])

  const money = await commissionState(agency.db)
  const pay = (month: number, numbers: readonly string[]) =>
    uploadAs(
      admin,
      commissionCsv(
        numbers.map((number) => ({ number, month, amount: '20.00' })),
        carrier.name,
      ),
    )
  const loads = [await pay(9, ['U1', 'U2', 'U3']), await pay(10, ['U1', 'U2'])]
  expect(await listedIn('unpaid', carrier)).toEqual(['U1 10/2026 premium', 'U3 10/2026 commission'])
  for (const { batchId } of loads.toReversed()) await admin.call(uploads.undo, { batchId: batchId ?? 0 })
  expect(await commissionState(agency.db)).toEqual(money)
})

test('P-60 an upload cannot be undone once someone worked on policies that it added, and worked-on policies return when found again', async () => {
  const carrier = await newCarrier(agency)
  const at = (month: number) => ({ carrierId: carrier.id, month })
  const first = await uploadPolicies(admin, at(10), [{ number: 'W1', paid: '09/30/2026' }, { number: 'W2' }])
  const [found] = await rowsOf('unpaid', carrier.id)
  await owner.call(callsOfVariant.unpaid.setStatus, { id: found?.id ?? 0, statusId: 2, comment: 'Called' })
  expect((await refusal(admin.call(uploads.undo, { batchId: first.batchId ?? 0 }))).message).toBe(
    '1 unpaid or lost policy of this load was worked on since; it cannot be undone',
  )
  const second = await uploadPolicies(admin, at(11), [{ number: 'W1', paid: '09/30/2026' }])
  const [lost] = await rowsOf('lost', carrier.id)
  await owner.call(callsOfVariant.lost.setStatus, { id: lost?.id ?? 0, statusId: 4, comment: 'Went elsewhere' })
  await admin.call(uploads.undo, { batchId: second.batchId ?? 0 })
  expect(await listedIn('lost', carrier)).toEqual([])
  await uploadPolicies(admin, at(11), [{ number: 'W1', paid: '12/31/2026' }])
  expect(await rowsOf('lost', carrier.id)).toMatchObject([{ id: lost?.id, status: 'Moved to Another Agent' }])
  expect(await listedIn('unpaid', carrier)).toEqual([])
})
