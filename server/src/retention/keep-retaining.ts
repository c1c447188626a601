import { commandSource } from '../platform/audit.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import { type Destroyed, type RetentionSettings, retain } from './retention.ts'

const everyMinutes = 60

/** Retains now and every hour until it is stopped; what fails is left to the next time. Several nodes may do it at once. */
export function keepRetaining(
  db: Db,
  config: RetentionSettings & Pick<Config, 'auditSecret'>,
  report: { failed: (error: unknown) => void; destroyed: (what: Destroyed) => void },
): { stop: () => Promise<void> } {
  const source = commandSource(config.auditSecret)
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = retain(db, source, config)
      .then((gone) => gone.filter(({ count }) => count > 0).forEach(report.destroyed))
      .catch(report.failed)
  }
  run()
  const timer = setInterval(run, everyMinutes * 60_000)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
