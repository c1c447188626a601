import { commandSource } from '../platform/audit/audit.ts'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { type RetentionSettings, retain } from './retention.ts'

/** Job that destroys expired records, at the start and every hour. Safe to run on several nodes. */
export function retentionJob(
  db: Db,
  config: RetentionSettings & Pick<Config, 'auditSecret'>,
  log: Pick<BackgroundLog, 'note'>,
): Job {
  const source = commandSource(config.auditSecret)
  return {
    name: 'retention.destroy-due',
    everyMs: 60 * 60_000,
    firstAfterMs: 0,
    failure: { category: 'Retention', sentence: 'What is due could not be destroyed' },
    run: async () => {
      for (const { class: name, count } of await retain(db, source, config))
        if (count > 0) log.note('Retention', `Destroyed expired records: ${count} of ${name}`)
    },
  }
}
