import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { startUnpaidApp } from '../uploads/policies/unpaid-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { faultyCarrier, loadLines } from '../variances/variance-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterAll(() => agency.close())

/** A carrier that owes 40.00 for V1 and 10.00 for V2, and paid V3 twice. */
async function faulty() {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const { data } = await office.call(variances.list, {
    carrierId: carrier.id,
    pageSize: 100,
    sort: 'policyNumber',
    order: 'asc',
  })
  return { carrier, ids: data.map(({ id }) => id) }
}

async function disputed() {
  const { carrier, ids } = await faulty()
  const [dispute] = await office.call(disputes.create, { ids })
  if (!dispute) throw new Error('No dispute')
  return { carrier, ids, dispute }
}

const packAs = async (id: number, accept: string) =>
  await agency.app.inject({
    url: `/api/Disputes/${id}/variances`,
    headers: { authorization: `Bearer ${office.token}`, accept },
  })

test('Chosen variances become one dispute for each carrier; what the carrier does not owe is left out and said', async () => {
  const [one, two] = [await faulty(), await faulty()]
  const ids = [...one.ids, ...two.ids]
  const preview = await office.call(disputes.preview, { ids })
  expect(preview).toMatchObject({
    packs: [
      { carrierId: one.carrier.id, variances: 2, stake: '50.00', disputeBy: '2026-05-29' },
      { carrierId: two.carrier.id, variances: 2, stake: '50.00' },
    ],
    leftOut: [{ why: 'The carrier owes nothing for them', variances: 2 }],
  })
  const made = await office.call(disputes.create, { ids })
  expect(made).toMatchObject([
    { carrierId: one.carrier.id, variances: 2, stake: '50.00', recovered: '0.00', state: 'open' },
    { carrierId: two.carrier.id, variances: 2, stake: '50.00' },
  ])
  const { data } = await office.call(variances.list, { carrierId: one.carrier.id, statusId: 3 })
  expect(data.map(({ policyNumber }) => policyNumber).sort()).toEqual(['V1', 'V2'])
  expect(await office.call(variances.statuses, { id: one.ids[0] ?? 0 })).toMatchObject([
    { status: 'Disputed', comment: `Dispute ${made[0]?.id}` },
  ])
  expect((await office.call(variances.history, { id: one.ids[0] ?? 0 })).at(-1)).toMatchObject({
    action: 'Status changed',
    changes: [{ field: 'Status', old: 'Open', new: 'Disputed' }],
  })
  expect((await office.call(variances.one, { id: one.ids[0] ?? 0 })).disputes).toEqual([
    { id: made[0]?.id, sentOn: null, outcome: null },
  ])
})

test('A variance is in one open dispute at most, and nothing changes when none can be disputed', async () => {
  const { ids, dispute } = await disputed()
  expect((await office.call(disputes.preview, { ids })).leftOut).toEqual([
    { why: `They are in dispute ${dispute.id}`, variances: 2 },
    { why: 'The carrier owes nothing for them', variances: 1 },
  ])
  const again = await refusal(office.call(disputes.create, { ids }))
  expect(again).toMatchObject({ code: 'dispute.nothing', status: 409 })
  const { version } = await office.call(disputes.decide, { ...denied, id: dispute.id, version: 1 })
  expect(version).toBe(2)
  expect(await office.call(disputes.create, { ids })).toMatchObject([{ variances: 2 }])
})

test('A variance that is written off is left out of a dispute, and the preview says so', async () => {
  const { ids } = await faulty()
  const chosen = await office.call(disputes.preview, { ids })
  const [first] = (await office.call(variances.list, { pageSize: 100 })).data.filter(
    ({ id, policyNumber }) => ids.includes(id) && policyNumber === 'V1',
  )
  if (!first) throw new Error('No variance')
  await office.call(variances.setStatus, {
    id: first.id,
    version: first.version,
    statusId: 5,
    comment: 'Too small to follow',
  })
  const preview = await office.call(disputes.preview, { ids })
  expect(preview.packs[0]?.variances).toBe((chosen.packs[0]?.variances ?? 0) - 1)
  expect(preview.leftOut).toContainEqual({ why: 'They are written off', variances: 1 })
  const [made] = await office.call(disputes.create, { ids })
  expect(made?.variances).toBe(1)
  expect((await office.call(variances.one, { id: first.id })).disputes).toEqual([])
})

test('Two requests at once dispute a variance once', async () => {
  const { ids } = await faulty()
  const results = await Promise.allSettled([
    office.call(disputes.create, { ids }),
    office.call(disputes.create, { ids }),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('All variances that match the filters of the list are disputed, also those on other pages', async () => {
  const { carrier } = await faulty()
  const made = await office.call(disputes.create, { filter: { carrierId: carrier.id, class: 'missing' } })
  expect(made).toMatchObject([{ carrierId: carrier.id, variances: 1, stake: '40.00' }])
})

test('The pack names each policy month with its reason, what is due by which row, and the lines with file and number', async () => {
  const { carrier, dispute } = await disputed()
  const { data } = await office.call(disputes.items, { disputeId: dispute.id })
  expect(data).toMatchObject([
    { policyNumber: 'V1', class: 'missing', expected: '40.00', received: '0.00', stake: '40.00', status: 'Disputed' },
    { policyNumber: 'V2', class: 'short', expected: '40.00', received: '30.00', stake: '10.00' },
  ])
  expect(data[0]?.evidence).toMatch(/^Expected: 40\.00; Schedule: .*Paid: no line\.$/)
  expect(data[1]?.evidence).toContain(`Paid: $30.00 in the 02/2026 statement (${carrier.name}-2.csv, line 2).`)
  const csv = (await packAs(dispute.id, 'text/csv')).body
  expect(csv).toContain('Inés Álvarez')
  expect(csv).toContain(`${carrier.name}-2.csv, line 2`)
  expect(csv).not.toContain('V3')
  for (const type of ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']) {
    const file = await packAs(dispute.id, type)
    expect(file.headers['content-type']).toContain(type)
    expect(file.rawPayload.length).toBeGreaterThan(1_000)
  }
})

test('A pack stays as it was sent, and a later file that pays shows as recovered dollars', async () => {
  const { carrier, dispute } = await disputed()
  const sent = { id: dispute.id, version: 1, sentOn: '2026-03-10', sentTo: 'broker@carrier.test' }
  expect(await office.call(disputes.markSent, sent)).toMatchObject({ state: 'sent', sentOn: '2026-03-10', version: 2 })
  await loadLines(admin, carrier.name, 3, [
    ['V1', '40.00'],
    ['V1', '40.00'],
    ['V2', '40.00'],
    ['V3', '40.00'],
  ])
  const { data } = await office.call(disputes.list, { carrierId: carrier.id })
  expect(data).toMatchObject([{ id: dispute.id, stake: '50.00', recovered: '40.00' }])
  expect((await office.call(disputes.items, { disputeId: dispute.id })).data[0]).toMatchObject({
    policyNumber: 'V1',
    received: '0.00',
    stake: '40.00',
    status: 'Recovered',
    recovered: '40.00',
  })
})

const denied = { outcome: 'denied', decidedOn: '2026-03-20', comment: 'Not the agent of record' } as const

test('An outcome is noted with its day and sets the status of what no file settled; its history names who did what', async () => {
  const { ids, dispute } = await disputed()
  const { id } = dispute
  await office.call(disputes.markSent, { id, version: 1, sentOn: '2026-03-10', sentTo: 'Portal, case 4471' })
  const stale = await refusal(office.call(disputes.decide, { ...denied, id, version: 1 }))
  expect(stale.code).toBe('record.changed')
  const later = await refusal(office.call(disputes.decide, { ...denied, id, version: 2, decidedOn: '2999-01-01' }))
  expect(later).toMatchObject({ code: 'request.invalid', message: "Can't be in the future" })
  expect(await office.call(disputes.decide, { ...denied, id, version: 2 })).toMatchObject({
    state: 'decided',
    version: 3,
  })
  const { variance } = await office.call(variances.one, { id: ids[0] ?? 0 })
  expect(variance.status).toBe('Denied')
  const sentLate = { id, version: 3, sentOn: '2026-03-11', sentTo: 'x' }
  expect((await refusal(office.call(disputes.markSent, sentLate))).code).toBe('dispute.decided')
  expect((await office.call(disputes.history, { id })).map(({ action }) => action)).toEqual([
    'Created',
    'Sent',
    'Decided',
  ])
})

test('A corrected outcome changes the status of what this dispute alone decides, and recovered dollars count in the newest dispute', async () => {
  const { carrier, ids, dispute } = await disputed()
  const { id } = dispute
  const statusOf = async () => (await office.call(variances.one, { id: ids[0] ?? 0 })).variance.status
  await office.call(disputes.decide, { ...denied, id, version: 1 })
  await office.call(disputes.decide, { ...denied, id, version: 2, outcome: 'paid' })
  expect(await statusOf()).toBe('Disputed')
  await office.call(disputes.decide, { ...denied, id, version: 3 })
  await office.call(disputes.create, { ids })
  await office.call(disputes.decide, { ...denied, id, version: 4, comment: 'Said by phone' })
  await office.call(disputes.decide, { ...denied, id, version: 5, outcome: 'withdrawn' })
  expect(await statusOf()).toBe('Disputed')
  await loadLines(admin, carrier.name, 3, [
    ['V1', '40.00'],
    ['V1', '40.00'],
  ])
  const { data } = await office.call(disputes.list, { carrierId: carrier.id })
  expect(data.map(({ recovered }) => recovered)).toEqual(['40.00', '0.00'])
})

test('What a carrier pays of a claim counts as recovered as it comes, and in the dispute that was the newest then', async () => {
  const { carrier, ids, dispute } = await disputed()
  const recovered = async () => {
    const { data } = await office.call(disputes.list, { carrierId: carrier.id })
    const found: string[] = []
    for (const { id, recovered } of data) {
      const items = (await office.call(disputes.items, { disputeId: id })).data
      const sum = items.reduce((total, item) => total + Number(item.recovered), 0)
      expect(sum.toFixed(2)).toBe(recovered)
      found.push(recovered)
    }
    return found
  }
  await loadLines(admin, carrier.name, 2, [['V1', '25.00']])
  expect(await recovered()).toEqual(['25.00'])
  await office.call(disputes.decide, { ...denied, id: dispute.id, version: 1, outcome: 'partly paid' })
  await office.call(disputes.create, { ids })
  expect(await recovered()).toEqual(['0.00', '25.00'])
  await loadLines(admin, carrier.name, 2, [
    ['V1', '15.00'],
    ['V2', '10.00'],
  ])
  expect(await recovered()).toEqual(['25.00', '25.00'])
})

test('Agents without the role administrator read no disputes, and readers make none', async () => {
  const { ids } = await faulty()
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'] })
  expect((await refusal(agent.call(disputes.list, {}))).status).toBe(403)
  const reader = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Statement'] })
  expect((await refusal(reader.call(disputes.create, { ids }))).status).toBe(403)
})
