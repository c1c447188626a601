import { backUp } from '../backup/back-up.ts'
import { inMegabytes } from '../backup/backup-folder.ts'
import { rowsIn } from '../backup/restore-backup.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { proveAuditSecret } from '../platform/installation/audit-secret-check.ts'
import { reachDatabase } from '../platform/installation/reach-database.ts'
import { isBootFailure } from '../platform/runtime/boot-failure.ts'

/** `bin/coverdesk backup`: writes an encrypted backup; the server may be running. */
try {
  const began = performance.now()
  const config = readConfig(process.env)
  const database = await reachDatabase(config)
  try {
    await proveAuditSecret(database.url, config.auditSecret)
    const { file, bytes, contents, removed } = await backUp(database.url, config, new Date())
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const rows = rowsIn(contents).toLocaleString('en-US')
    console.log(
      `${file} holds ${rows} rows of ${contents.tables.length} tables in ${inMegabytes(bytes)}, made in ${seconds} s.`,
    )
    for (const old of removed) console.log(`${old} was removed, as the BACKUP_KEEP settings say.`)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
