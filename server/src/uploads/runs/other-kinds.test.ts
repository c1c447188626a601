import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { csv, refusal } from '../policies/upload-samples.ts'

let agency: TestApp
let clerk: Person
let office: Person
beforeAll(async () => {
  agency = await startTestApp()
  clerk = await agency.person({ roles: ['administrator'], claims: ['admin.UploadFile'] })
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Lead', 'admin.Statement'] })
  await agency.carrier('Oscar')
})
afterAll(() => agency.close())

const missing = { code: 'record.not_found', status: 404 }

/** Number of the newest load and of its run, and how many refused cells are stored. */
async function newestLoad() {
  const { rows } = await sql<{ batchId: number; runId: string; refused: number }>`
    select b.id as "batchId", b.run_id as "runId",
      (select count(*)::int from import_refusals r where r.run_id = b.run_id) as refused
    from import_batches b order by b.id desc limit 1`.execute(agency.db)
  return rows[0] ?? { batchId: 0, runId: '', refused: 0 }
}

test('P-26 refused rows of a lead file are missing for a user who may only load policies', async () => {
  const text = csv([
    ['FFMApplicationID', 'State'],
    ['A-1001', 'FL'],
    ['A-1002', 'Nowhere'],
  ])
  await office.call(leads.upload, { loadGoodRows: true }, { text, name: 'leads.csv' })
  const { batchId, runId, refused } = await newestLoad()
  expect(refused).toBe(1)
  expect(await refusal(clerk.call(uploads.batchRefusals, { batchId }))).toMatchObject(missing)
  expect(await refusal(clerk.call(uploads.refusals, { runId }))).toMatchObject(missing)
})

test("P-26 refused rows of agents' contracts are missing there too, and their own list has them", async () => {
  const text = csv([
    ['Producer', 'Issuer', 'Comp Level', 'Effective'],
    ['Nora Unknown', 'Oscar', '50%', '01/01/2026'],
  ])
  const { id: runId, counts } = await office.call(termFiles.check, { kind: 'contracts' }, { text, name: 'terms.csv' })
  expect(counts?.refused).toBe(1)
  expect(await refusal(clerk.call(uploads.refusals, { runId }))).toMatchObject(missing)
  expect((await office.call(termFiles.refusals, { runId })).totalRecords).toBeGreaterThan(0)
})

test('P-26 a run can only be stopped where its kind of file is loaded', async () => {
  const runOf = async (kind: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into import_runs (id, kind, dry_run, state, stage, file_name, started_by)
      values (gen_random_uuid(), ${kind}, false, 'running', 'receiving', 'some.csv', ${office.userId}) returning id`.execute(
      agency.db,
    )
    return rows[0]?.id ?? ''
  }
  const runs = await Promise.all(['leads', 'contracts', 'plans'].map(runOf))
  for (const runId of runs) expect(await refusal(clerk.call(uploads.stop, { runId }))).toMatchObject(missing)
  const [ofLeads = '', , ofPlans = ''] = runs
  expect(await refusal(office.call(planData.stop, { runId: ofLeads }))).toMatchObject(missing)
  expect(await office.call(planData.stop, { runId: ofPlans })).toEqual({ ok: true })
})
