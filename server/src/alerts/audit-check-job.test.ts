import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditSealer } from '../audit/chain/audit-sealer.ts'
import { commandSource, writeAudit } from '../platform/audit/audit.ts'
import { withConnection } from '../platform/db/connection.ts'
import { type RunningJobs, startJobs } from '../platform/jobs/start-jobs.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { auditCheckJob } from './audit-check-job.ts'

let agency: TestApp
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coverdesk-audit-check-'))
  agency = await startTestApp({ auditVerifyHours: 24, dataDir: folder })
  await writeAudit(agency.db, commandSource(agency.services.config.auditSecret), {
    action: 'create',
    entity: 'example',
    entityId: 1,
    outcome: 'done',
  })
  await auditSealer(agency.db, agency.services.config).sealAll()
})
afterEach(async () => {
  await agency.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the job until its first check has ended. */
async function check(more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { config } = agency.services
  const env = {
    ...process.env,
    DATABASE_URL: agency.ownerUrl,
    DATA_DIR: folder,
    TOKEN_SECRET: config.tokenSecret,
    FIELD_SECRET: config.fieldSecret,
    AUDIT_SECRET: config.auditSecret,
    SERVER_NAME: config.serverName,
    ...more,
  }
  let jobs: RunningJobs | undefined
  const ended = await new Promise<string>((resolve) => {
    const log = {
      note: (_: string, sentence: string) => resolve(sentence),
      failed: (_category: string, _facts: object, sentence: string) => resolve(sentence),
    }
    const found = auditCheckJob(agency.db, agency.services, log, { env, firstAfterMs: 0 })
    jobs = startJobs(found, { report: (_, error) => resolve(`failed: ${String(error)}`) })
  })
  await jobs?.stop()
  return ended
}

test('P-72 the server checks the record by itself and alerts when the database was edited', async () => {
  expect(await check()).toBe('The audit record is whole.')
  await withConnection(agency.ownerUrl, 'tamper', async (connection) => {
    await connection.query('alter table audit_events disable trigger audit_events_append_only')
    await connection.query(`update audit_events set entity = 'forged' where entity = 'example'`)
    await connection.query('alter table audit_events enable trigger audit_events_append_only')
  })
  await sql`update audit_checks set checked_at = now() - interval '25 hours'`.execute(agency.db)
  expect(await check()).toMatch(/^The audit record was altered in 1 place/)
  const { rows } = await sql`select kind from security_alerts`.execute(agency.db)
  expect(rows).toEqual([{ kind: 'audit-record' }])
})

test('P-72 a check that cannot start is a failure, and no alert of an altered record', async () => {
  expect(await check({ NODE_OPTIONS: `--require=${join(folder, 'missing.cjs')}` })).toMatch(/^failed: /)
  const { rows } = await sql`select kind from security_alerts`.execute(agency.db)
  expect(rows).toEqual([])
})

test('P-72 a check that is noted ahead of the clock does not put off the next one', async () => {
  expect(await check()).toBe('The audit record is whole.')
  await sql`update audit_checks set checked_at = now() + interval '400 days'`.execute(agency.db)
  expect(await check()).toBe('The audit record is whole.')
})
