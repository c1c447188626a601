import { readConfig } from '../platform/config/read-config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { checkInstallationKind, recordInstallationKind } from '../platform/installation/installation-kind.ts'
import { openDatabase } from '../platform/installation/open-database.ts'
import { isBootFailure } from '../platform/runtime/boot-failure.ts'
import { proveFieldSecret } from '../platform/secrets/prove-field-secret.ts'
import { reseal } from '../platform/secrets/reseal.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'

/** `bin/coverdesk reseal`: re-encrypts fields of FIELD_SECRET_OLD with FIELD_SECRET. */
try {
  const config = readConfig(process.env)
  const sealer = fieldSealer(config.fieldSecret, config.fieldSecretsEarlier)
  const database = await openDatabase(config, console.log)
  try {
    await checkInstallationKind(database.url, config)
    await migrate(database.url)
    await recordInstallationKind(database.url, config, null)
    await proveFieldSecret(database.url, sealer)
    const sealed = await reseal(database.url, sealer)
    console.log(`${sealed} values were resealed; FIELD_SECRET_OLD is no longer needed.`)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
