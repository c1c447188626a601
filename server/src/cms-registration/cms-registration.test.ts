import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyPreviewed, previewOf } from '../bulk/bulk-test-calls.ts'
import { editOf, someone } from '../customers/test-customers.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let [fine, gone, absent]: (Person | undefined)[] = []
beforeEach(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  admin = await agency.person({ roles: ['administrator', 'agent'], claims: ['admin.Lead'], fullAccess: true })
  fine = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '71984127' })
  gone = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '71984128' })
  absent = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '71984129' })
})
afterEach(() => agency.close())

/** As CMS publishes it: quoted, with columns about SHOP, and dates as month, day and year. */
const registrations = (...rows: string[]) => ({
  name: 'TBL_RCL_312.csv',
  text: [
    'npn,applicable_plan_year,individual_registration_completion_date,individual_marketplace_end_date,shop_registration_completion_date,shop_end_date,npn_valid_current_plan_year_only',
    ...rows,
  ].join('\n'),
})
const terminations = (...rows: string[]) => ({ name: 'terminated.csv', text: ['NPN,Status,Date', ...rows].join('\n') })

const load = (file: { name: string; text: string }, dryRun = false) =>
  admin.call(cmsRegistration.uploadRegistrations, { dryRun }, file)
const loadTerminated = (file: { name: string; text: string }) =>
  admin.call(cmsRegistration.uploadTerminations, {}, file)
const rowsOf = async (person: Person | undefined) =>
  (await admin.call(cmsRegistration.list, { agentId: person?.agentId ?? 0 })).data
const authorityOf = async (person: Person | undefined, stateId?: number) =>
  await admin.call(agents.authority, { id: person?.agentId ?? 0, ...(stateId === undefined ? {} : { stateId }) })

async function leadIn(state: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into leads (source, first_name, last_name, state) values ('csv', 'Ida', 'Case', ${state}) returning id`.execute(
    agency.db,
  )
  return rows.map(({ id }) => id)
}

test('without a list nothing is said about an agent; a dry run counts the rows and changes nothing', async () => {
  expect(await authorityOf(fine)).toEqual({ may: true, reasons: [], unknown: [] })
  const run = await load(registrations('0071984127,2026,10/02/2025,-,,,Y', '5,2026,10/02/2025,,,,N'), true)
  expect(run).toMatchObject({ state: 'checked', counts: { rows: 2, new: 2, refused: 0 } })
  expect(await rowsOf(fine)).toEqual([])
})

const listed = () =>
  load(
    registrations(
      '0071984127,2026,10/02/2025,-,,,Y',
      '71984128,2026,10/03/2025,,,,-',
      '71984127,2025,10/02/2024,10/31/2025,,,-',
    ),
  )
const terminated = () => loadTerminated(terminations('71984128,T3,03/01/2026'))

test('the lists show each active agent and plan year with file and line, and stand behind the right to sell', async () => {
  await listed()
  await terminated()
  expect(await rowsOf(fine)).toMatchObject([
    { planYear: 2025, status: 'registered', endsOn: '2025-10-31', fileName: 'TBL_RCL_312.csv', line: 4 },
    { planYear: 2026, status: 'registered', completedOn: '2025-10-02', endsOn: null, line: 2 },
  ])
  expect(await rowsOf(gone)).toMatchObject([
    { planYear: 2025, status: 'terminated' },
    { planYear: 2026, status: 'terminated', terminatedOn: '2026-03-01', fileName: 'terminated.csv', line: 2 },
  ])
  expect(await rowsOf(absent)).toMatchObject([{ status: 'not on the list' }, { status: 'not on the list' }])
  expect(await authorityOf(fine)).toEqual({ may: true, reasons: [], unknown: [] })
  expect((await authorityOf(gone)).reasons).toEqual([
    'HealthCare.gov ended its agreement with the agent on 03/01/2026 (T3, fraud): CMS’s termination list, terminated.csv, line 2',
  ])
  expect(await authorityOf(absent)).toEqual({
    may: true,
    reasons: [],
    unknown: [
      expect.stringMatching(/^CMS’s registration list of .* \(TBL_RCL_312\.csv\) does not have NPN 71984129 for 2026/),
    ],
  })
})

test('a terminated agent is assigned no lead on HealthCare.gov, but one in a state with its own exchange', async () => {
  await terminated()
  const [florida, california] = [await leadIn('FL'), await leadIn('CA')]
  const assign = { action: 'lead.agent' as const, value: gone?.agentId ?? 0 }
  const refused = await refusal(previewOf(admin, { ...assign, ids: [...florida, ...california] }))
  expect(refused).toMatchObject({ status: 400, code: 'agent.not_on_exchange' })
  const preview = await previewOf(admin, { ...assign, ids: california })
  await applyPreviewed(admin, assign, preview)
  const toFine = await previewOf(admin, { ...assign, value: fine?.agentId ?? 0, ids: florida })
  expect((await refusal(applyPreviewed(admin, assign, toFine))).code).toBe('agent.not_on_exchange')
  const { rows } = await sql<{ state: string; agentId: number | null }>`
    select state, agent_id as "agentId" from leads where id = any(${[...florida, ...california]}::bigint[]) order by state`.execute(
    agency.db,
  )
  expect(rows).toEqual([
    { state: 'CA', agentId: gone?.agentId },
    { state: 'FL', agentId: null },
  ])
})

test('a terminated agent gets no customer on HealthCare.gov by an edit either, but keeps the own ones', async () => {
  const clerk = await agency.person({ roles: ['agent'], claims: ['admin.customer'], fullAccess: true })
  const customerOf = async (state: string, agentId: number | null) => {
    const { id } = await clerk.call(customers.create, { ...someone(), agentId })
    await sql`
      insert into contact_addresses (contact_id, address, country_id, state_id, zip_code)
      select ${id}, '1 Way', country_id, id, '' from states where code = ${state}`.execute(agency.db)
    return id
  }
  const [florida, california, own] = [
    await customerOf('FL', null),
    await customerOf('CA', null),
    await customerOf('FL', gone?.agentId ?? 0),
  ]
  await terminated()
  const assign = async (id: number) =>
    await clerk.call(customers.update, { ...(await editOf(clerk, id)), agentId: gone?.agentId ?? 0 })
  expect((await refusal(assign(florida))).code).toBe('agent.not_on_exchange')
  expect((await clerk.call(customers.one, { id: florida })).agentId).toBeNull()
  expect((await assign(california)).agentId).toBe(gone?.agentId)
  const renamed = { ...(await editOf(clerk, own)), firstName: 'Anabel', agentId: gone?.agentId ?? 0 }
  expect(await clerk.call(customers.update, renamed)).toMatchObject({ firstName: 'Anabel', agentId: gone?.agentId })
})

test('a newer list replaces the one before, and its undo brings that one back', async () => {
  const first = await terminated()
  const { batchId } = await loadTerminated(terminations('71984128,T3,03/01/2026', '71984128,R3,06/01/2026'))
  expect((await authorityOf(gone)).may).toBe(true)
  const olderOne = admin.call(cmsRegistration.undoTerminations, { batchId: first.batchId ?? 0 })
  expect((await refusal(olderOne)).code).toBe('upload.not_newest')
  await admin.call(cmsRegistration.undoTerminations, { batchId: batchId ?? 0 })
  expect((await authorityOf(gone)).may).toBe(false)
})

test('of older lists the rows of the agency’s agents stay as evidence', async () => {
  for (const day of [1, 2, 3, 4]) await loadTerminated(terminations(`71984128,T3,03/0${day}/2026`, '5,T1,03/01/2026'))
  const { rows } = await sql<{ npn: string; rows: number }>`
    select npn, count(*)::int as rows from cms_terminations group by npn order by npn`.execute(agency.db)
  expect(rows).toEqual([
    { npn: '5', rows: 3 },
    { npn: '71984128', rows: 4 },
  ])
})

test('bad rows are named with line and column, and nothing is loaded', async () => {
  const bad = ['12-3,2026,10/02/2025,,,,Y', '71984127,26th,10/02/2025,,,,Y', '71984127,2026,soon,,,,Y']
  const file = registrations(...bad, '71984127,2026,10/02/2025,,,,Y')
  expect((await load(file, true)).problems).toMatchObject([
    { line: 2, column: 'npn', reason: 'Must be digits only' },
    { line: 3, column: 'applicable_plan_year', reason: 'Must be a year' },
    { line: 4, column: 'individual_registration_completion_date', reason: 'Must be valid date' },
  ])
  expect((await refusal(load(file))).message).toBe('3 of 4 rows are not valid; nothing was loaded')
  expect(await rowsOf(fine)).toEqual([])
})
