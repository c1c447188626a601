import { readConfig } from '../platform/config/read-config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { checkInstallationKind, recordInstallationKind } from '../platform/installation/installation-kind.ts'
import { openDatabase } from '../platform/installation/open-database.ts'
import { isBootFailure } from '../platform/runtime/boot-failure.ts'

/** `bin/coverdesk migrate`: applies new migrations to the configured database and lists them. */
try {
  const config = readConfig(process.env)
  const database = await openDatabase(config, console.log)
  try {
    await checkInstallationKind(database.url, config)
    const applied = await migrate(database.url)
    await recordInstallationKind(database.url, config, null)
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
