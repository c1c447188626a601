import { uploadBackups } from '../backup/off-site/upload-backups.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { BootFailure, isBootFailure } from '../platform/runtime/boot-failure.ts'

/** `bin/coverdesk upload-backups`: copies the backups that are missing at the off-site target and deletes expired ones there. */
try {
  const began = performance.now()
  const config = readConfig(process.env)
  const { offSite } = config
  if (!offSite) throw new BootFailure('Set BACKUP_S3_URL and the settings that belong to it.')
  const { uploaded, removed, newest } = await uploadBackups(offSite, config)
  for (const file of removed) console.log(`${file} was removed there, as the BACKUP_S3_KEEP settings say.`)
  for (const file of uploaded) console.log(`${file} was copied.`)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(
    newest
      ? `The newest backup in bucket ${offSite.bucket} is ${newest}; ${uploaded.length} copied in ${seconds} s.`
      : `There is no backup in ${config.backupDir} yet. Make one with: bin/coverdesk backup`,
  )
} catch (error) {
  console.error(isBootFailure(error) ? error.message : error)
  process.exitCode = 1
}
