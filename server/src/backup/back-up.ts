import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { sealNow } from '../audit/chain/seal-now.ts'
import { commandSource, writeAuditOn } from '../platform/audit/audit.ts'
import type { Config } from '../platform/config/config.ts'
import { type Connection, withConnection } from '../platform/db/connection.ts'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import type { Contents } from './backup-contents.ts'
import {
  expectedBytes,
  finishDraft,
  inWords,
  newBackupFile,
  openFolder,
  prune,
  refuseFullDisk,
  removeDrafts,
} from './backup-folder.ts'
import { type BackupSettings, backupSecrets } from './backup-secrets.ts'
import { bytesOfRows } from './table-shapes.ts'
import { writeBackup } from './write-backup.ts'

/** New backup and the deleted older ones. */
export interface Backup {
  file: string
  bytes: number
  contents: Contents
  removed: string[]
}

/** Advisory lock for one backup at a time. The number is arbitrary, but must never change. */
const backupTurn = 7_316_088

/**
 * Backs up the database at `url` online and deletes those that the retention does not keep. Writes the audit event
 * first. A backup gets its name only when it is complete and synced; a failure leaves no file and deletes none. Throws a
 * BootFailure for a missing secret, a concurrent backup or too little disk space.
 */
export async function backUp(
  url: string,
  config: BackupSettings & Pick<Config, 'backupDir' | 'backupRetention'>,
  now: Date,
): Promise<Backup> {
  const secrets = backupSecrets(config)
  const folder = config.backupDir
  try {
    await openFolder(folder)
    return await withConnection(url, 'backup', async (connection) => {
      await waitForTurn(connection)
      await removeDrafts(folder)
      await refuseFullDisk(folder, await expectedBytes(folder, await bytesOfRows(connection)))
      const { file, draft } = newBackupFile(folder, now)
      await record(url, secrets.audit, basename(file))
      try {
        const contents = await writeBackup(url, draft, secrets, now)
        await finishDraft(draft, file, folder)
        const { size } = await stat(file)
        return { file, bytes: size, contents, removed: await prune(folder, config.backupRetention) }
      } finally {
        await rm(draft, { force: true })
      }
    })
  } catch (error) {
    throw inWords(error, folder)
  }
}

/** Transaction lock, which also works behind a pooler and ends with the connection. */
async function waitForTurn(connection: Connection): Promise<void> {
  await connection.query('begin')
  await connection.query('set local idle_in_transaction_session_timeout = 0')
  const { rows } = await connection.query<{ turn: boolean }>('select pg_try_advisory_xact_lock($1) as turn', [
    backupTurn,
  ])
  if (!rows[0]?.turn) throw new BootFailure('Another backup of this database is under way.')
}

/** Audited like an export, because all data leaves the database. */
async function record(url: string, auditSecret: string, name: string): Promise<void> {
  await withConnection(url, 'backup', (connection) =>
    writeAuditOn(connection, commandSource(auditSecret), {
      action: 'export',
      entity: 'Backup',
      entityId: name,
      outcome: 'done',
    }),
  )
  await sealNow(url, auditSecret)
}
