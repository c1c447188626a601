import { expect, test } from 'vitest'
import { startJobs } from '../../platform/jobs/start-jobs.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { archiveJobs } from '../continuous/archive-jobs.ts'

test('an archive of the log that fails is counted as failed each time, logged once, and alerts when it lasts', async () => {
  const folder = makeTestFolder('coverdesk reports ')
  const lines: string[] = []
  const events: string[] = []
  const config = {
    fieldSecret: 'field',
    fieldSecretsEarlier: [],
    auditSecret: 'audit',
    backupSecret: 'backup',
    backupDir: folder,
    dataDir: folder,
    continuousBackup: true,
    offSite: null,
    database: { kind: 'embedded' as const, ownerPassword: 'owner', appPassword: 'app' },
  }
  const log = { note: () => undefined, failed: (_: string, __: object, line: string) => lines.push(line) }
  const found = archiveJobs(config, log, async (kind, why) => void events.push(`alert ${kind}: ${why}`), {
    everyMs: 20,
    failingMs: 200,
  })
  const jobs = startJobs(found, {
    report: (_, error) => lines.push(String(error)),
    countRun: (name, succeeded) => name === 'backup.archive-log' && events.push(succeeded ? 'succeeded' : 'failed'),
  })
  try {
    await expect
      .poll(() => events, { timeout: 10_000 })
      .toContain('alert backup-log: The embedded database does not run')
  } finally {
    await jobs.stop()
    await removeTestFolder(folder)
  }
  expect(events[0]).toBe('failed')
  expect(events).not.toContain('succeeded')
  expect(lines).toEqual(['The log of the database could not be archived: The embedded database does not run'])
})
