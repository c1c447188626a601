import type { Db } from '../platform/database.ts'
import { type AlertServices, raiseAlerts } from './raise-alerts.ts'

const everySeconds = 60

/** Raises alerts every minute until it is stopped; a failed round is reported, and the next one covers the same hour. */
export function startAlertJob(
  db: Db,
  services: AlertServices,
  report: { raised: (count: number) => void; failed: (error: unknown) => void },
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = raiseAlerts(db, services)
      .then((count) => (count > 0 ? report.raised(count) : undefined))
      .catch(report.failed)
  }
  run()
  const timer = setInterval(run, everySeconds * 1_000).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
