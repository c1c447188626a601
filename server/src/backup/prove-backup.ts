import { verifyAudit } from '../audit/chain/verify-audit.ts'
import type { Config } from '../platform/config/config.ts'
import { inThrowAwayDatabase } from '../platform/installation/throw-away-database.ts'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import { openSealed } from '../platform/secrets/open-sealed.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'
import { type BackupSettings, backupSecrets } from './backup-secrets.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup, rowsIn } from './restore-backup.ts'

/** What a proven backup contains. */
export interface Proof {
  rows: number
  events: number
  sealedFields: number
}

/**
 * Restores a backup into a throw-away database, which compares rows, sums and references, migrates it to this version,
 * opens every sealed field and verifies the audit record (P-88). Throws a BootFailure when something is not as it was saved.
 */
export async function proveBackup(
  file: string,
  config: BackupSettings & Pick<Config, 'dataDir'>,
  say: (line: string) => void,
): Promise<Proof> {
  const secrets = backupSecrets(config)
  const checked = await checkBackup(file, secrets)
  return await inThrowAwayDatabase(config.dataDir, say, async (url, folder) => {
    await restoreBackup(url, file, checked, secrets, say)
    const sealedFields = await openSealed(url, fieldSealer(secrets.field, secrets.fieldEarlier))
    // The anchors of the running server are newer than the backup, so the empty folder has none.
    const { problems, events } = await verifyAudit(url, { auditSecret: secrets.audit, dataDir: folder })
    if (problems.length > 0)
      throw new BootFailure(`The audit record in ${file} was altered in ${problems.length} places: ${problems[0]}`)
    return { rows: rowsIn(checked.contents), events, sealedFields }
  })
}
