import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import type { NoticeServices } from '../users/notify-administrators.ts'
import { raiseAlerts } from './raise-alerts.ts'

/** Raises alerts at the start and every minute; the run after a failed one covers the same hour. */
export const alertJob = (db: Db, services: NoticeServices, log: Pick<BackgroundLog, 'failed'>): Job => ({
  name: 'alerts.raise',
  everyMs: 60_000,
  firstAfterMs: 0,
  failure: { category: 'Audit', sentence: 'Security alerts could not be checked' },
  run: async () => {
    const count = await raiseAlerts(db, services)
    if (count > 0) log.failed('Audit', {}, `${count} security ${count === 1 ? 'alert was' : 'alerts were'} raised`)
  },
})
