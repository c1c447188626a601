import { announcedDays, retentionClasses } from '@coverdesk/domain/retention/retention-classes.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { openPool } from '../platform/db/database.ts'
import { reachDatabase } from '../platform/installation/reach-database.ts'
import { isBootFailure } from '../platform/runtime/boot-failure.ts'
import { countExpired } from '../retention/retention.ts'

/** `bin/coverdesk retention`: lists retention periods and the records due for deletion within a week; read-only. */
try {
  const config = readConfig(process.env)
  const database = await reachDatabase(config)
  const db = openPool(database.url, { size: 1 })
  try {
    for (const { class: name, count, period } of await countExpired(db, config)) {
      const { what, since, unless } = retentionClasses[name]
      const exceptions = unless === null ? '' : `, unless ${unless}`
      console.log(`${what}: ${period} after ${since}${exceptions}. ${count} go within ${announcedDays} days.`)
    }
  } finally {
    await db.destroy()
    await database.stop()
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
