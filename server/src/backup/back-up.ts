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

/** A backup that was made, and the older ones that went for it. */
export interface Backup {
  file: string
  bytes: number
  contents: Contents
  removed: string[]
}

/** One backup of a database at a time; the number is arbitrary, but must never change. */
const backupTurn = 7_316_088

/**
 * Makes a backup of the database at `url` in the folder of the settings, beside whoever works in it, and removes the oldest
 * beyond the number that is kept. The audit record tells of it first. A backup has its name once it is whole and on the disk; a failure leaves
 * no file and removes none. Throws a BootFailure in words: no secret, another one under way, too little disk.
 */
export async function backUp(
  url: string,
  config: BackupSettings & Pick<Config, 'backupDir' | 'backupKeep'>,
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
        return { file, bytes: size, contents, removed: await prune(folder, config.backupKeep) }
      } finally {
        await rm(draft, { force: true })
      }
    })
  } catch (error) {
    throw inWords(error, folder)
  }
}

/** The turn is a lock of a transaction, which also holds behind a pooler; it ends with the connection. */
async function waitForTurn(connection: Connection): Promise<void> {
  await connection.query('begin')
  await connection.query('set local idle_in_transaction_session_timeout = 0')
  const { rows } = await connection.query<{ turn: boolean }>('select pg_try_advisory_xact_lock($1) as turn', [
    backupTurn,
  ])
  if (!rows[0]?.turn) throw new BootFailure('Another backup of this database is under way.')
}

/** Everybody's data leave the database here, as in an export. */
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
