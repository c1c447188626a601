import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { maxDocumentBytes, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf } from '../agents/test-agents.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeTestForm } from '../testing/test-form.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let office: Person
beforeAll(async () => {
  agency = await startTestApp()
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'], npn: '30000001' })
})
afterAll(() => agency.close())

type New = InputOf<typeof schedules.create>
let carriers = 0
const newCarrier = () => agency.carrier(`Pays ${++carriers}`)
const year2026 = { firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
const create = (input: New) => office.call(schedules.create, input)
const rowsOf = async (carrierId: number) => (await office.call(schedules.list, { carrierId, pageSize: 100 })).data

test('A row is saved with what it says, listed, and audited; its history names each field', async () => {
  const carrierId = await newCarrier()
  const row = await create({
    ...year2026,
    carrierId,
    states: ['tx', 'FL', 'fl'],
    scope: 'metal',
    scopeValue: 'silver',
    business: 'new',
    firstMonth: '1/2026',
    cap: '5',
    firstLag: 1,
    disputeDays: 60,
    source: 'Schedule 2026, page 4',
  })
  expect(row).toMatchObject({ states: ['FL', 'TX'], firstMonth: '01/2026', cap: 5, disputeDays: 60, version: 1 })
  expect(await rowsOf(carrierId)).toEqual([{ ...row, documentName: null }])
  const { carrierId: _, carrierName: __, id, version, ...said } = row
  const edited = await office.call(schedules.edit, { ...said, id, version, amount: '21.50' })
  expect(edited).toMatchObject({ amount: '21.50', version: 2 })
  const history = await office.call(schedules.history, { id })
  expect(history.map(({ action }) => action)).toEqual(['Created', 'Changed'])
  expect(history.at(-1)?.changes).toEqual([{ field: 'Amount', old: '20.00', new: '21.50' }])
  expect(await refusal(office.call(schedules.edit, { ...said, id, version, amount: '22.00' }))).toMatchObject({
    code: 'record.changed',
    status: 409,
  })
  await office.call(schedules.remove, { id, version: 2 })
  expect(await rowsOf(carrierId)).toEqual([])
  expect((await eventsOf(agency, 'schedule', id)).map(({ action }) => action)).toEqual(['create', 'update'])
})

test('A second row for the same policies and months is refused at the field with the name of the other; other scopes, states, months, kinds, cohorts and family sizes are not', async () => {
  const carrierId = await newCarrier()
  const first = await create({ ...year2026, carrierId, states: ['FL'], business: 'both' })
  const overlapping: Partial<New>[] = [
    {},
    { business: 'new' },
    { states: ['FL', 'GA'] },
    { firstMonth: '12/2026', lastMonth: null },
    { cohortFrom: '2026-06-01' },
  ]
  for (const more of overlapping) {
    const refused = await refusal(create({ ...year2026, carrierId, ...more }))
    expect(refused).toMatchObject({ code: 'schedule.overlaps', status: 400 })
    expect(refused.details).toEqual([
      { path: 'firstMonth', message: 'Overlaps the row FL, All plans, New and renewal, 01/2026 – 12/2026' },
    ])
  }
  const beside: Partial<New>[] = [
    { states: ['GA'] },
    { firstMonth: '01/2027', lastMonth: '12/2027' },
    { scope: 'metal', scopeValue: 'bronze' },
    { scope: 'plan', scopeValue: 'Complete Silver' },
    { scope: 'line', scopeValue: 'dental', states: [] },
  ]
  for (const more of beside) await create({ ...year2026, carrierId, states: ['FL'], ...more })
  expect(await rowsOf(carrierId)).toHaveLength(1 + beside.length)
  const direct = sql`insert into commission_schedules (carrier_id, business, first_month, basis, amount)
    values (${carrierId}, 'renewal', '2026-05-01', 'policy', 1)`.execute(agency.db)
  await expect(direct).rejects.toMatchObject({ constraint: 'schedule_cells_one_row' })
  expect((await rowsOf(carrierId)).find(({ id }) => id === first.id)).toEqual({ ...first, documentName: null })
})

test('Bad input is refused with a sentence at its field, and nothing is saved', async () => {
  const carrierId = await newCarrier()
  const refused: [Partial<New>, string, string][] = [
    [{ amount: '' }, 'amount', 'Amount is required'],
    [{ amount: '-1' }, 'amount', "Amount can't be negative"],
    [{ amount: '120', basis: 'percent' }, 'amount', 'At most 100 %'],
    [{ firstMonth: '13/2026', lastMonth: null }, 'firstMonth', 'Must be a month, MM/YYYY'],
    [{ firstMonth: '02/2026', lastMonth: '01/2026' }, 'lastMonth', "Last month can't be before the first"],
    [{ states: ['XX'] }, 'states', "'XX' is not the code of a state, such as FL"],
    [{ scope: 'plan' }, 'scopeValue', 'Plan name is required'],
    [{ scope: 'metal', scopeValue: 'tin' }, 'scopeValue', 'Not known here'],
    [{ cap: 0 }, 'cap', 'Members from 1 to 99'],
    [{ membersFrom: 4, membersTo: 2 }, 'membersTo', "Can't be less than the fewest members"],
  ]
  for (const [more, path, message] of refused) {
    const { status, details } = await refusal(create({ ...year2026, carrierId, ...more }))
    expect([status, details], message).toMatchObject([400, [{ message }]])
    expect(JSON.stringify(details), message).toContain(path)
  }
  expect(await rowsOf(carrierId)).toEqual([])
  expect((await refusal(create({ ...year2026, carrierId: 99_999_999 }))).code).toBe('carrier.not_found')
})

test('The rows that end in a year are copied to the next one, all or none, and open ones stay', async () => {
  const carrierId = await newCarrier()
  await create({ ...year2026, carrierId, business: 'new', firstMonth: '06/2026' })
  await create({ ...year2026, carrierId, business: 'renewal', lastMonth: null })
  expect(await office.call(schedules.copy, { carrierId, year: 2026 })).toEqual({ copied: 1 })
  expect((await rowsOf(carrierId)).map(({ firstMonth, lastMonth }) => [firstMonth, lastMonth])).toEqual([
    ['01/2026', null],
    ['06/2026', '12/2026'],
    ['06/2027', '12/2027'],
  ])
  const again = await refusal(office.call(schedules.copy, { carrierId, year: 2026 }))
  expect(again.message).toMatch(/^Pays \d+, All states, All plans, New, 06\/2027 – 12\/2027 overlaps a row/)
  expect((await refusal(office.call(schedules.copy, { carrierId, year: 2030 }))).message).toMatch(
    /^No row of Pays \d+ ends in 2030/,
  )
})

test('Test on a policy says the amount, the row, the conditions, and why the other rows do not apply', async () => {
  const carrierId = await newCarrier()
  const all = await create({ ...year2026, carrierId, cap: 5 })
  const bronze = await create({ ...year2026, carrierId, scope: 'metal', scopeValue: 'bronze', amount: '15.00' })
  await sql`
    insert into policies (carrier_id, policy_number, first_name, last_name, agent_npn, agent_id, agent_since, effective_date,
      number_of_members, state, plan_name, paid_through_date)
    values (${carrierId}, 'HX-1', 'Guadalupe', 'Arrieta', '1', ${office.agentId}, '2026-01-01', '2026-01-01', 7, 'FL', 'Core Silver 1',
      '2026-12-31')`.execute(agency.db)
  const answer = await office.call(schedules.test, { carrierId, policyNumber: 'hx1', month: '3/2026' })
  expect(answer).toMatchObject({ amount: '100.00', row: { id: all.id }, insuredName: 'Guadalupe Arrieta', members: 7 })
  expect(answer.others).toMatchObject([{ id: bronze.id, why: 'Other metal level' }])
  expect(answer.conditions.every(({ holds }) => holds)).toBe(true)
  expect(answer.year.map(({ amount }) => amount)).toEqual(Array.from({ length: 12 }, () => '100.00'))
  const two = await office.call(schedules.test, { carrierId, policyNumber: 'HX-1', month: '03/2026', members: 2 })
  expect(two.amount).toBe('40.00')
  const later = await office.call(schedules.test, { carrierId, policyNumber: 'HX-1', month: '03/2027' })
  expect([later.amount, later.row]).toEqual([null, null])
  expect(
    (await refusal(office.call(schedules.test, { carrierId, policyNumber: 'none', month: '03/2026' }))).details,
  ).toEqual([{ path: 'policyNumber', message: 'This carrier has no policy with this number' }])
})

test('Only administrators with the right to statements read schedules, and only with admin.Statement change them', async () => {
  const carrierId = await newCarrier()
  const reader = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Statement'] })
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'] })
  expect((await reader.call(schedules.list, { carrierId })).data).toEqual([])
  expect((await refusal(reader.call(schedules.create, { ...year2026, carrierId }))).status).toBe(403)
  expect((await refusal(agent.call(schedules.list, {}))).status).toBe(403)
})

test('A document is kept with the rows of a carrier’s year, downloaded, copied with them to the next year, and taken off; others are refused', async () => {
  const carrierId = await newCarrier()
  const [row, later] = [
    await create({ ...year2026, carrierId, business: 'new' }),
    await create({ ...year2026, carrierId, business: 'renewal' }),
  ]
  const attach = async (name: string, text = '%PDF-1.7', wholeYear = true) => {
    const form = await makeTestForm(
      { form: { file: 'document', largest: maxDocumentBytes } },
      { wholeYear },
      { bytes: Buffer.from(text), name, type: 'application/pdf' },
    )
    const answer = await agency.app.inject({
      method: 'POST',
      url: `/api/CommissionSchedules/${row.id}/document`,
      ...form,
      headers: { ...form.headers, authorization: `Bearer ${office.token}` },
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  expect(await attach('schedule.exe')).toMatchObject({
    status: 400,
    details: [{ path: 'document', message: 'Only a PDF, a picture or a spreadsheet is accepted' }],
  })
  expect(await attach('empty.pdf', '')).toMatchObject({ status: 400 })
  expect(await attach('Pays 2026.pdf')).toMatchObject({ status: 200, rows: 2 })
  const download = async (id: number) =>
    await agency.app.inject({
      url: `/api/CommissionSchedules/${id}/document`,
      headers: { authorization: `Bearer ${office.token}` },
    })
  const got = await download(later.id)
  expect([got.body, got.headers['content-type'], got.headers['content-disposition']]).toEqual([
    '%PDF-1.7',
    expect.stringContaining('application/pdf'),
    expect.stringContaining('attachment'),
  ])
  await office.call(schedules.copy, { carrierId, year: 2026 })
  expect((await rowsOf(carrierId)).map(({ documentName }) => documentName)).toEqual(Array(4).fill('Pays 2026.pdf'))
  await office.call(schedules.detach, { id: row.id })
  expect((await download(row.id)).statusCode).toBe(404)
  expect((await download(later.id)).statusCode).toBe(200)
  const history = await office.call(schedules.history, { id: row.id })
  expect(history.map(({ action }) => action)).toEqual(['Created', 'Document added', 'Document removed'])
})
