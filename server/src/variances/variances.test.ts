import { agency as agencySettings } from '@coverdesk/domain/agency/agency-contract.ts'
import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { csv, refusal } from '../uploads/policies/upload-samples.ts'
import { faultyCarrier } from './variance-samples.ts'

let agency: TestApp
let admin: Person
let ana: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin, ana } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterAll(() => agency.close())

const faulty = () => faultyCarrier(agency, admin, office)

test('Variances are found by class, carrier, month, agent, owner, status, name and number, and summed by class with the same filters', async () => {
  const { carrier } = await faulty()
  const numbers = async (query: object) => {
    const { data } = await office.call(variances.list, {
      carrierId: carrier.id,
      pageSize: 100,
      sort: 'policyNumber',
      order: 'asc',
      ...query,
    })
    return data.map(({ policyNumber }) => policyNumber)
  }
  expect(await numbers({})).toEqual(['V1', 'V2', 'V3'])
  expect(await numbers({ class: 'missing' })).toEqual(['V1'])
  expect(await numbers({ class: 'short' })).toEqual(['V2'])
  expect(await numbers({ class: 'duplicate' })).toEqual(['V3'])
  expect(await numbers({ month: '02/2026', agentId: ana.agentId })).toEqual(['V1', 'V2'])
  expect(await numbers({ month: '01/2026' })).toEqual([])
  expect(await numbers({ ownerId: 0, statusId: 1, insuredName: 'álva' })).toEqual(['V1'])
  expect(await numbers({ policyNumber: 'v2' })).toEqual(['V2'])
  const summary = await office.call(variances.summary, { carrierId: carrier.id })
  expect(summary).toMatchObject({ owed: '50.00', overpaid: '40.00' })
  expect(summary).toMatchObject({ quiet: [{ class: 'exact', count: 3 }], notRated: [] })
  const file = await agency.app.inject({
    url: `/api/Variances?carrierId=${carrier.id}&class=missing`,
    headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
  })
  expect(file.body).toContain('No line of the 02/2026 statement or an earlier one pays 02/2026.')
  expect(file.body).not.toContain('Keisha')
})

test('Months to which no row of a schedule applies are counted by carrier, beside those that need no action', async () => {
  const { carrier } = await faulty()
  const early = { number: 'V4', effective: '11/01/2025' }
  await uploadPolicies(admin, { carrierId: carrier.id, month: 2 }, [
    { number: 'V1' },
    { number: 'V2' },
    { number: 'V3' },
    early,
  ])
  const { data } = await office.call(schedules.list, { carrierId: carrier.id })
  for (const { id, version } of data) await office.call(schedules.remove, { id, version })
  const elsewhere = {
    carrierId: carrier.id,
    firstMonth: '01/2026',
    lastMonth: '12/2026',
    amount: '20.00',
    states: ['WY'],
  }
  await office.call(schedules.create, elsewhere)
  const summary = await office.call(variances.summary, { carrierId: carrier.id })
  expect(summary.notRated).toEqual([{ carrierId: carrier.id, carrier: carrier.name, count: 8 }])
  expect(summary.quiet).toContainEqual({ class: 'not rated', count: 2, stake: '0.00' })
})

test('The months of a policy add up to its variance and name the file and line of each dollar', async () => {
  const { carrier } = await faulty()
  const { data } = await office.call(variances.list, { carrierId: carrier.id, class: 'short' })
  const policyId = data[0]?.policyId ?? 0
  const { months } = await office.call(variances.ofPolicy, { policyId })
  expect(months).toMatchObject([
    {
      month: '2026-01-01',
      members: 2,
      expected: '40.00',
      received: '40.00',
      gap: '0.00',
      class: 'exact',
      variance: null,
    },
    { month: '2026-02-01', expected: '40.00', received: '30.00', gap: '-10.00', class: 'short' },
  ])
  expect(months[1]?.variance).toEqual({ id: data[0]?.id, status: 'Open', stake: '10.00' })
  expect(months[1]?.lines).toMatchObject([{ fileName: `${carrier.name}-2.csv`, line: 2, amount: '30.00' }])
})

test('An owner, a status and a note are kept with their history, and keep the load from being undone', async () => {
  const { carrier, book } = await faulty()
  const { data } = await office.call(variances.list, { carrierId: carrier.id, class: 'missing' })
  const id = data[0]?.id ?? 0
  const asked = { action: 'variance.agent', value: ana.agentId } as const
  const preview = await office.call(bulk.variance.preview, { ...asked, ids: [id] })
  const records = preview.data.map((one) => ({ id: one.id, mark: one.mark }))
  const done = await office.call(bulk.variance.apply, { ...asked, records })
  const changed = await office.call(variances.setStatus, { id, statusId: 3, comment: 'Case 4471', version: 2 })
  expect(changed).toMatchObject({ ownerId: ana.agentId, status: 'Disputed', version: 3 })
  expect((await refusal(office.call(variances.setStatus, { id, statusId: 2, comment: 'x', version: 1 }))).code).toBe(
    'record.changed',
  )
  expect((await refusal(office.call(variances.setStatus, { id, statusId: 99, comment: 'x' }))).code).toBe(
    'status.not_found',
  )
  expect(await office.call(variances.statuses, { id })).toMatchObject([{ status: 'Disputed', comment: 'Case 4471' }])
  expect((await office.call(variances.history, { id })).map(({ action }) => action)).toEqual([
    'Assigned',
    'Status changed',
  ])
  const note = { entityMetadataId: notedKinds.variance.id, entityId: id }
  await office.call(notes.add, { ...note, noteBody: 'Child dropped in error' })
  expect(await office.call(notes.list, note)).toMatchObject([{ noteBody: 'Child dropped in error' }])
  expect(done.records).toBe(1)
  expect((await refusal(admin.call(uploads.undo, { batchId: book.batchId ?? 0 }))).code).toBe('upload.changed_since')
})

test('Agents without the role administrator read no variances, and a missing one answers 404', async () => {
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'] })
  expect((await refusal(agent.call(variances.list, {}))).status).toBe(403)
  expect((await refusal(office.call(variances.one, { id: 99_999_999 }))).status).toBe(404)
  const reader = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Statement'] })
  expect((await refusal(reader.call(variances.setStatus, { id: 1, statusId: 2, comment: 'x' }))).status).toBe(403)
})

test('Lines that carry the agency’s own NPN are the agent of record’s, not the wrong agent’s (money.md 4, row 5)', async () => {
  const { version } = await admin.call(agencySettings.settings, {})
  const identity = { name: 'Sunrise Coverage', phone: '3055550142', email: 'office@sunrise.example' }
  const postalAddress = { street: '120 NW 7th Ave', unit: '', city: 'Miami', state: 'FL', zipCode: '33136' }
  await admin.call(agencySettings.save, { version, identity, postalAddress, npn: '0077001122' })
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [{ number: 'A1' }, { number: 'A2' }])
  const lines = [
    { number: 'A1', amount: '40.00', month: 1, npn: '77001122' },
    { number: 'A2', amount: '40.00', month: 1, npn: '20417733' },
  ]
  await uploadAs(admin, commissionCsv(lines, carrier.name), {}, `${carrier.name}.csv`)
  const { data } = await office.call(variances.list, { carrierId: carrier.id })
  expect(data.map((one) => [one.policyNumber, one.class])).toEqual([['A2', 'wrong agent or NPN']])
  const { rows } = await sql`
    select a.npn from commission_lines l join agents a on a.id = l.agent_id where l.carrier_id = ${carrier.id} and l.policy_number = 'A1'`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ npn: '19984127' }])
})

test('Lines with the agency’s own NPN become the agent of record’s once the NPN is set, also those of files that say a line again', async () => {
  const npn = '77001133'
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [{ number: 'A1' }, { number: 'A2' }])
  const lines = [
    { number: 'A1', amount: '40.00', month: 1, npn },
    { number: 'A2', amount: '40.00', month: 1, npn: '20417733' },
  ]
  await uploadAs(admin, commissionCsv(lines, carrier.name), {}, `${carrier.name}.csv`)
  const again = await uploadAs(
    admin,
    commissionCsv([...lines].reverse(), carrier.name),
    {},
    `${carrier.name}-again.csv`,
  )
  const found = async () => {
    const { data } = await office.call(variances.list, { carrierId: carrier.id, sort: 'policyNumber', order: 'asc' })
    const { rows } = await sql`
      select l.policy_number as number, l.agent_npn as npn, a.npn as agent from commission_lines l left join agents a on a.id = l.agent_id
      where l.carrier_id = ${carrier.id} order by 1`.execute(agency.db)
    const { rows: tracks } = await sql`
      select a.npn as agent, k.total::text from commission_tracks k left join agents a on a.id = k.agent_id
      where k.carrier_id = ${carrier.id} and k.policy_number = 'A1'`.execute(agency.db)
    return { wrong: data.map((one) => `${one.policyNumber} ${one.class}`), lines: rows, tracks }
  }
  const other = { number: 'A2', npn: '20417733', agent: '20417733' }
  expect(await found()).toEqual({
    wrong: ['A1 wrong agent or NPN', 'A2 wrong agent or NPN'],
    lines: [{ number: 'A1', npn, agent: null }, other],
    tracks: [{ agent: null, total: '40.00' }],
  })
  await sql`
    insert into paid_lines (original_id, line_id, run_month, statement, amount, identity)
    select id, id, month, month, amount, ${carrier.id}::text || '|A1|2026-01-01|40.00|' || ${npn} from commission_lines
    where carrier_id = ${carrier.id} and policy_number = 'A1'`.execute(agency.db)
  const { version } = await admin.call(agencySettings.settings, {})
  const identity = { name: 'Sunrise Coverage', phone: '3055550142', email: 'office@sunrise.example' }
  const postalAddress = { street: '120 NW 7th Ave', unit: '', city: 'Miami', state: 'FL', zipCode: '33136' }
  await admin.call(agencySettings.save, { version, identity, postalAddress, npn: `00${npn}` })
  const mended = {
    wrong: ['A2 wrong agent or NPN'],
    lines: [{ number: 'A1', npn: null, agent: '19984127' }, other],
    tracks: [{ agent: '19984127', total: '40.00' }],
  }
  expect(await found()).toEqual(mended)
  const { rows: paid } = await sql`
    delete from paid_lines where identity like ${`${carrier.id}|A1|%`} returning identity`.execute(agency.db)
  expect(paid).toEqual([{ identity: `${carrier.id}|A1|2026-01-01|40.00|` }])
  await admin.call(uploads.undo, { batchId: again.batchId ?? 0 })
  expect(await found()).toEqual(mended)
})

test('Policies whose book gives the agency’s own NPN are the agency’s: what is due for them is expected once the NPN is set', async () => {
  const npn = '77001144'
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [
    { number: 'B1', npn },
    { number: 'B2', npn },
  ])
  const line = { number: 'B1', amount: '40.00', month: 1, npn: '' }
  await uploadAs(admin, commissionCsv([line], carrier.name), {}, `${carrier.name}.csv`)
  const found = async () =>
    (await office.call(variances.list, { carrierId: carrier.id })).data.map(
      (one) => `${one.policyNumber} ${one.class} ${one.stake}`,
    )
  expect(await found()).toEqual(['B1 not expected 40.00'])
  const save = async (to: string) => {
    const { version } = await admin.call(agencySettings.settings, {})
    const identity = { name: 'Sunrise Coverage', phone: '3055550142', email: 'office@sunrise.example' }
    const postalAddress = { street: '120 NW 7th Ave', unit: '', city: 'Miami', state: 'FL', zipCode: '33136' }
    await admin.call(agencySettings.save, { version, identity, postalAddress, npn: to })
  }
  await save(npn)
  expect(await found()).toEqual(['B2 missing 40.00'])
  await save('')
  expect(await found()).toEqual(['B1 not expected 40.00'])
})

test('A month whose statement names no policies makes none unpaid and opens no variance; once a file names them, the others do', async () => {
  const { carrier } = await faulty()
  const period = { carrierId: carrier.id, month: 3, year: 2026 }
  const text = csv([
    ['Writing Broker NPN', 'Payment Amount'],
    ...['40.00', '40.00', '40.00'].map((amount) => ['19984127', amount]),
  ])
  await uploadAs(admin, text, period)
  const ofMarch = async () => {
    const { data } = await office.call(variances.list, { carrierId: carrier.id, month: '03/2026' })
    const { rows } = await sql<{ number: string }>`
      select policy_number as number from unpaid_policies where carrier_id = ${carrier.id} and month = '2026-03-01' order by 1`.execute(
      agency.db,
    )
    return { variances: data.map(({ policyNumber }) => policyNumber), unpaid: rows.map(({ number }) => number) }
  }
  expect(await ofMarch()).toEqual({ variances: [], unpaid: [] })
  const numbered = csv([
    ['Policy Number', 'Payment Amount'],
    ['V1', '40.00'],
    ['V2', '40.00'],
  ])
  await uploadAs(admin, numbered, period)
  expect(await ofMarch()).toEqual({ variances: ['V3'], unpaid: ['V3'] })
})
