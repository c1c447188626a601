import { verifyAudit } from '../audit/chain/verify-audit.ts'
import type { Config } from '../platform/config/config.ts'
import { inThrowAwayDatabase, unlessAborted } from '../platform/installation/throw-away-database.ts'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import { openSealed } from '../platform/secrets/open-sealed.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'
import { refuseFullDisk } from './backup-folder.ts'
import { type BackupSettings, backupSecrets } from './backup-secrets.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup, rowsIn } from './restore-backup.ts'

/** What a proven backup contains. */
export interface Proof {
  rows: number
  events: number
  sealedFields: number
}

/** Database of an empty agency with its log. */
const emptyBytes = 128 * 2 ** 20
/** Bytes on disk for each byte of rows, with indexes and the log. */
const bytesPerRowByte = 3

/**
 * Restores a backup into a throw-away database, which compares rows, sums and references, migrates it to this version,
 * opens every sealed field and verifies the audit record (P-88). Throws a BootFailure when something is not as it was saved, or
 * the disk has too little space. `signal` ends it and removes the database.
 */
export async function proveBackup(
  file: string,
  config: BackupSettings & Pick<Config, 'dataDir'>,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Proof> {
  const secrets = backupSecrets(config)
  const checked = await unlessAborted(signal, () => checkBackup(file, secrets))
  const checkSpace = (folder: string) =>
    refuseFullDisk(folder, emptyBytes + bytesPerRowByte * checked.rowBytes, {
      what: 'The proof of this backup',
      advice: 'Free some space, or prove it on another machine.',
    })
  const work = async (url: string, folder: string) => {
    await restoreBackup(url, file, checked, secrets, say)
    const sealedFields = await openSealed(url, fieldSealer(secrets.field, secrets.fieldEarlier))
    // The anchors of the running server are newer than the backup, so the empty folder has none.
    const { problems, events } = await verifyAudit(url, { auditSecret: secrets.audit, dataDir: folder })
    if (problems.length > 0)
      throw new BootFailure(`The audit record in ${file} was altered in ${problems.length} places: ${problems[0]}`)
    return { rows: rowsIn(checked.contents), events, sealedFields }
  }
  return await inThrowAwayDatabase(config.dataDir, { say, signal, checkSpace }, work)
}
