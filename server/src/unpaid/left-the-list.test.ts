import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { callsOfVariant, type UnpaidQuery, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let owner: Person
let ana: Person
let luis: Person
beforeAll(async () => {
  ;({ agency, admin, owner, ana, luis } = await startUnpaidApp())
})
afterAll(() => agency.close())

type Asked = Partial<UnpaidQuery>
const listed = async (variant: UnpaidVariant, query: Asked, person = owner): Promise<UnpaidRow[]> =>
  (await person.call(callsOfVariant[variant].list, { pageSize: 100, sort: 'policyNumber', order: 'asc', ...query }))
    .data
const summarized = (rows: readonly UnpaidRow[]) =>
  rows.map(({ policyNumber, month, why, leftWhy }) => `${policyNumber} ${month} ${why} ${leftWhy}`)

test('UNPAID-04 a policy that is no longer unpaid is among the resolved ones with date and reason, whatever resolved it', async () => {
  const carrier = await newCarrier(agency)
  const at = (month: number) => ({ carrierId: carrier.id, month })
  const unpaid: PolicyFields[] = ['R1', 'R2', 'R3', 'R4'].map((number) => ({ number, paid: '09/30/2026' }))
  await uploadPolicies(admin, at(10), [...unpaid, { number: 'R5', paid: '12/31/2026' }])
  const resolved = () => listed('unpaid', { carrierId: carrier.id, state: 'resolved' })
  expect(await resolved()).toEqual([])
  await uploadPolicies(admin, at(11), [
    { number: 'R1', paid: '12/31/2026' },
    { number: 'R2', status: 'Cancelled', paid: '09/30/2026' },
    { number: 'R4', paid: '09/30/2026' },
    { number: 'R5', paid: '12/31/2026' },
  ])
  expect(summarized(await resolved())).toEqual(['R1 10 premium paid', 'R2 10 premium ended', 'R3 10 premium missing'])
  expect(summarized(await listed('unpaid', { carrierId: carrier.id }))).toEqual([
    'R4 10 premium null',
    'R4 11 premium null',
  ])
  const [first] = await resolved()
  expect(Math.abs(Date.parse(first?.leftDate ?? '') - Date.now())).toBeLessThan(120_000)

  const pay = (month: number, numbers: readonly string[]) =>
    uploadAs(
      admin,
      commissionCsv(
        numbers.map((number) => ({ number, month, amount: '20.00' })),
        carrier.name,
      ),
    )
  await pay(10, ['R5', 'R1'])
  await pay(11, ['R1'])
  expect(summarized(await listed('unpaid', { carrierId: carrier.id, policyNumber: 'R5' }))).toEqual([
    'R5 11 commission null',
  ])
  const late = await pay(11, ['R5'])
  expect(summarized(await listed('unpaid', { carrierId: carrier.id, policyNumber: 'R5', state: 'resolved' }))).toEqual([
    'R5 11 commission commission',
  ])
  // After the undo it is open again as before.
  await admin.call(uploads.undo, { batchId: late.batchId ?? 0 })
  const [reopened] = await listed('unpaid', { carrierId: carrier.id, policyNumber: 'R5' })
  expect(reopened).toMatchObject({ why: 'commission', leftDate: null, leftWhy: null })
})

test('P-60 UNPAID-04 a row reopened by an upload gets its earlier resolution date and reason back on undo, every time', async () => {
  const carrier = await newCarrier(agency)
  const load = (month: number, paid: string) =>
    uploadPolicies(admin, { carrierId: carrier.id, month }, [{ number: 'R1', paid }])
  const rows = async () => [
    ...(await listed('unpaid', { carrierId: carrier.id })),
    ...(await listed('unpaid', { carrierId: carrier.id, state: 'resolved' })),
  ]
  const loads: { batchId: number; before: UnpaidRow[] }[] = []
  for (const [month, paid] of [
    [9, '08/31/2026'],
    [10, '12/31/2026'],
    [11, '08/31/2026'],
    [12, '12/31/2026'],
    [12, '08/31/2026'],
  ] as const) {
    const before = await rows()
    const { batchId } = await load(month, paid)
    loads.push({ batchId: batchId ?? 0, before })
  }
  for (const { batchId, before } of loads.toReversed()) {
    await admin.call(uploads.undo, { batchId })
    expect(await rows()).toEqual(before)
  }
})

test('UNPAID-02 UNPAID-04 UNPAID-09 UNPAID-13 resolved rows are found, counted, summed and opened like open ones, by users who saw them, but cannot be changed', async () => {
  for (const variant of ['unpaid', 'lost'] as const) {
    const calls = callsOfVariant[variant]
    const carrier = await newCarrier(agency)
    const at = (month: number) => ({ carrierId: carrier.id, month })
    const both = (paid: string): PolicyFields[] => [
      { number: 'S1', name: 'Inés Álvarez', paid },
      { number: 'S2', name: 'Keisha Marlowe', paid, npn: '20417733' },
    ]
    await uploadPolicies(admin, at(10), both(variant === 'unpaid' ? '09/30/2026' : '12/31/2026'))
    if (variant === 'lost') await uploadPolicies(admin, at(11), [{ number: 'S9' }])
    const [found] = await listed(variant, { carrierId: carrier.id, insuredName: 'álvarez' })
    const id = found?.id ?? 0
    await ana.call(calls.setStatus, { id, statusId: 2, comment: 'Called her' })
    const note = { entityMetadataId: notedKinds[variant].id, entityId: id }
    await ana.call(notes.add, { ...note, noteBody: 'Prefers mornings' })
    await uploadPolicies(admin, at(12), [...both('12/31/2026'), { number: 'S9' }])

    expect(await listed(variant, { carrierId: carrier.id, policyNumber: 'S' })).toEqual([])
    const query = { carrierId: carrier.id, state: 'resolved' } as const
    const [row, other] = await listed(variant, query)
    expect(row).toMatchObject({
      id,
      status: 'Contacted',
      insuredName: 'Inés Álvarez',
      leftDate: expect.any(String),
      leftWhy: variant === 'unpaid' ? 'paid' : 'back',
    })
    expect(await listed(variant, { ...query, sort: 'leftDate' }, ana)).toMatchObject([{ id }])
    expect(await listed(variant, { ...query, insuredName: 'marl' }, luis)).toMatchObject([{ id: other?.id }])
    expect(await listed(variant, { ...query, statusId: 2 })).toMatchObject([{ id }])
    expect(await listed(variant, { policyId: row?.policyId ?? 0 })).toMatchObject([{ id }])
    expect(await listed(variant, { policyId: row?.policyId ?? 0 }, luis)).toEqual([])
    const summary = await ana.call(calls.summary, query)
    expect(summary).toMatchObject([{ agentId: ana.agentId, total: 1 }])
    expect(summary[0]?.listStatus.find(({ statusName }) => statusName === 'Contacted')?.subTotal).toBe(1)

    expect(await ana.call(calls.statuses, { id })).toMatchObject([{ status: 'Contacted', comment: 'Called her' }])
    expect((await ana.call(calls.history, { id })).map(({ action }) => action)).toEqual(['Status changed'])
    expect(await ana.call(notes.list, note)).toMatchObject([{ noteBody: 'Prefers mornings' }])
    const hidden = [luis.call(calls.statuses, { id }), luis.call(calls.history, { id }), luis.call(notes.list, note)]
    expect((await Promise.all(hidden.map(refusal))).map(({ status }) => status)).toEqual([404, 404, 404])
    const late = await refusal(ana.call(calls.setStatus, { id, statusId: 3, comment: 'x' }))
    expect(late).toMatchObject({ code: 'unpaid.left', status: 409 })
    expect(late.message).toMatch(/^This policy left the list on \d\d\/\d\d\/\d{4}: (Premium paid|Recovered)\./)
    expect((await refusal(owner.call(calls.assign, { agentId: ana.agentId ?? 0, listIds: [id] }))).status).toBe(404)

    const file = await agency.app.inject({
      url: `/api/${variant === 'unpaid' ? 'PolicyNonPaid' : 'LostPolicy'}?state=resolved&carrierId=${carrier.id}`,
      headers: { authorization: `Bearer ${ana.token}`, accept: 'text/csv' },
    })
    expect(file.body).toContain('Why it left')
    expect(file.body).toContain(variant === 'unpaid' ? 'Premium paid' : 'Recovered')
    expect(file.body).not.toContain('Keisha')
    expect((await refusal(owner.call(calls.list, { state: 'gone' } as object))).code).toBe('request.invalid')
  }
})

test('P-60 UNPAID-04 a policy that came back and is lost again is lost in the later month, and what was done about the first time stays with it', async () => {
  const carrier = await newCarrier(agency)
  let file = 0
  const load = (month: number, one: Partial<PolicyFields> | null) =>
    uploadPolicies(admin, { carrierId: carrier.id, month }, [
      // No two files are the same.
      { number: 'S9', members: ++file },
      ...(one ? [{ number: 'L1', ...one }] : []),
    ])
  const rows = async () => [
    ...(await listed('lost', { carrierId: carrier.id })),
    ...(await listed('lost', { carrierId: carrier.id, state: 'resolved' })),
  ]
  for (const [away, why] of [
    [null, 'missing'],
    [{ status: 'Terminated' }, 'ended'],
    [{ npn: '77777' }, 'agent'],
  ] as const) {
    const loads: { batchId: number; before: UnpaidRow[] }[] = []
    for (const [month, said] of [
      [6, {}],
      [7, away],
      [8, {}],
      [8, away],
      [8, {}],
      [10, away],
      [11, away],
    ] as const) {
      const before = await rows()
      const { batchId } = await load(month, said)
      loads.push({ batchId: batchId ?? 0, before })
      if (month === 7) {
        const [first] = await listed('lost', { carrierId: carrier.id })
        expect(first).toMatchObject({ month: 7, why })
      }
    }
    expect(summarized(await listed('lost', { carrierId: carrier.id }))).toEqual([`L1 10 ${why} null`])
    expect(
      (await listed('lost', { carrierId: carrier.id, state: 'resolved' })).map(({ month, leftWhy }) => [
        month,
        leftWhy,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [7, 'back'],
        [8, 'back'],
      ]),
    )
    for (const { batchId, before } of loads.toReversed()) {
      await admin.call(uploads.undo, { batchId })
      expect(await rows()).toEqual(before)
    }
  }
})
