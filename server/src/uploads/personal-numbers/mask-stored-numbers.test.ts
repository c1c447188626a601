import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../../platform/db/connection.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { maskStoredNumbers } from './mask-stored-numbers.ts'

const ssn = `987${randomInt(100_000, 999_999)}`
const dotted = `${ssn.slice(0, 3)}.${ssn.slice(3, 5)}.${ssn.slice(5)}`
const tables = [
  'import_runs',
  'import_refusals',
  'import_batches',
  'files',
  'marketplace_applications',
  'marketplace_marks',
]

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

test('P-61 P-63 numbers stored by earlier versions are masked once, no old row stays in the files, and other numbers are unchanged', async () => {
  const { userId } = await agency.person()
  const outcome = {
    counts: { rows: 1 },
    headings: [
      { heading: 'Member SSN', field: null, by: 'none', sample: ssn },
      { heading: 'Extra', sample: dotted },
    ],
    problems: [{ line: 2, column: 'DOB', value: dotted, reason: 'Must be valid date', key: '123456789' }],
    agentChanges: [{ from: '198765432', to: null }],
  }
  const document = {
    ssn: { value: ssn },
    persons: [{ id: '123456789', note: dotted }],
    policies: [{ dateEffective: '2026-04-01' }],
  }
  const runId = '00000000-0000-4000-8000-000000000075'
  await sql`
    insert into import_runs (id, kind, dry_run, state, stage, file_name, started_by, outcome, message)
    values (${runId}::uuid, 'leads', true, 'refused', 'checking', ${`${ssn}.csv`}, ${userId}, ${JSON.stringify(outcome)}::jsonb,
      ${`the heading “${dotted}” stands twice`})`.execute(agency.db)
  await sql`
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    values (${runId}::uuid, 2, 0, 'SSN', ${ssn}, 'Must be digits only', '123456789')`.execute(agency.db)
  await sql`
    insert into files (name, mime, bytes, sha256, content, created_by)
    values (${`ssn ${dotted}.pdf`}, 'application/pdf', 1, '\\x00', '\\x00', ${userId})`.execute(agency.db)
  // Bypasses the trigger, as numbers that it does not recognize do.
  await withConnection(agency.ownerUrl, 'test', async (owner) => {
    await owner.query('alter table marketplace_applications disable trigger user')
    await owner.query(
      `insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_phone, raw, document, policy_effective)
       values ('8100000075', now(), '3055550142', $1::text, $1::text::jsonb, '2026-04-01')`,
      [JSON.stringify(document)],
    )
    await owner.query('alter table marketplace_applications enable trigger user')
  })
  expect(await holding()).toEqual(['files', 'import_refusals', 'import_runs', 'marketplace_applications'])
  // A transaction in another database of the cluster keeps old rows alive while it is open.
  const elsewhere = await testDatabase()
  onTestFinished(elsewhere.drop)

  const masked = await withConnection(elsewhere.url, 'test', async (older) => {
    await older.query('begin; select pg_current_xact_id()')
    const masking = maskStoredNumbers(agency.ownerUrl)
    await wait(500)
    await older.query('commit')
    return await masking
  })
  expect(masked).toBe(4)
  expect(await holding()).toEqual([])
  const { rows } = await sql<{ outcome: unknown; document: unknown; raw: string; key: string; effective: string }>`
    select r.outcome, m.document, m.raw, f.key, m.policy_effective::text as effective
    from import_runs r join import_refusals f on f.run_id = r.id cross join marketplace_applications m`.execute(
    agency.db,
  )
  const last = ssn.slice(-4)
  expect(rows[0]).toMatchObject({
    outcome: {
      headings: [{ sample: `***-**-${last}` }, { sample: `***-**-${last}` }],
      problems: [{ value: `***-**-${last}`, key: '123456789' }],
      agentChanges: outcome.agentChanges,
    },
    document: { ssn: { value: `***-**-${last}` }, persons: [{ id: '123456789', note: `***-**-${last}` }] },
    key: '123456789',
    effective: '2026-04-01',
  })
  expect(JSON.parse(rows[0]?.raw ?? '')).toEqual(rows[0]?.document)
  if (!process.env.TEST_POSTGRES) await expectCleanFiles()
  // A second start has nothing to do.
  expect(await maskStoredNumbers(agency.ownerUrl)).toBe(0)
})

/** Tables with a row that contains the number. */
async function holding(): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await sql`
      select from ${sql.table(table)} t where to_jsonb(t)::text ~ ${`${ssn}|${dotted.replaceAll('.', '\\.')}`} limit 1`.execute(
      agency.db,
    )
    if (rows.length > 0) found.push(table)
  }
  return found.sort()
}

async function expectCleanFiles(): Promise<void> {
  const paths = await withConnection(agency.ownerUrl, 'test', async (owner) => {
    await owner.query('checkpoint')
    const { rows } = await owner.query<{ path: string }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath(name::regclass) as path from unnest($1::text[]) name`,
      [tables],
    )
    return rows.map(({ path }) => join(path))
  })
  for (const path of paths) {
    const bytes = await readFile(path)
    expect([path, bytes.includes(ssn), bytes.includes(dotted)]).toEqual([path, false, false])
  }
}
