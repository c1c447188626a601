import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BaseBackupEnd,
  beginBaseBackup,
  clusterFiles,
  endBaseBackup,
} from '@coverdesk/embedded-postgres/continuous/base-backup.ts'
import { parseLsn } from '@coverdesk/embedded-postgres/continuous/wal-position.ts'
import { part, rowParts } from '@coverdesk/sealed-backup/parts.ts'
import { sealNow } from '../../audit/chain/seal-now.ts'
import { commandSource, writeAuditOn } from '../../platform/audit/audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import { BootFailure } from '../../platform/runtime/boot-failure.ts'
import { finishDraft, inWords, openFolder, refuseFullDisk } from '../backup-folder.ts'
import { type BackupSettings, backupSecrets } from '../backup-secrets.ts'
import { archiveFile } from './archive-files.ts'
import { writeArchiveFile } from './archive-format.ts'
import { archiveWal } from './archive-wal.ts'

/** Advisory lock for one base backup at a time. The number is arbitrary, but must never change. */
const baseBackupTurn = 7_316_089
const draftName = 'base.part'

/**
 * Copies the files of the running embedded database, sealed, as the start of a recovery to any later moment. Writes the audit event
 * first. `url` is the owner's. Returns the file and its size.
 */
export async function makeBaseBackup(
  url: string,
  config: BackupSettings & Pick<Config, 'backupDir'>,
  now: Date,
): Promise<{ file: string; bytes: number }> {
  const secrets = backupSecrets(config)
  try {
    return await withConnection(url, 'base backup', async (connection) => {
      const { rows } = await connection.query<{ turn: boolean; cluster: string }>(
        `select pg_try_advisory_lock($1) as turn, current_setting('data_directory') as cluster`,
        [baseBackupTurn],
      )
      const [row] = rows
      if (!row?.turn) throw new BootFailure('Another base backup of this database is under way.')
      // The log that the copy needs is retained from here on.
      const folder = await archiveWal(connection, config.backupDir, secrets)
      await openFolder(folder)
      await record(url, secrets.audit)
      const draft = join(folder, draftName)
      try {
        for (const name of await readdir(folder)) if (name === draftName) await rm(draft, { force: true })
        const start = await beginBaseBackup(connection)
        await refuseFullDisk(folder, start.bytes / 2)
        let end: BaseBackupEnd | undefined
        const parts = async function* () {
          yield* partsOf(row.cluster)
          end = await endBaseBackup(connection)
          yield part('table', 'backup_label')
          yield part('rows', [Buffer.from(end.label)])
        }
        await writeArchiveFile(draft, secrets, now, { timeline: start.timeline, bytes: start.bytes }, parts())
        return await finish(connection, config.backupDir, secrets, { folder, draft, from: start.startLsn, end })
      } finally {
        await rm(draft, { force: true })
      }
    })
  } catch (error) {
    throw inWords(error, config.backupDir)
  }
}

async function* partsOf(cluster: string): AsyncGenerator<Buffer> {
  for await (const { path, bytes } of clusterFiles(cluster)) {
    yield part('table', path)
    yield* rowParts(bytes)
  }
}

async function finish(
  connection: Connection,
  backupDir: string,
  secrets: ReturnType<typeof backupSecrets>,
  copy: { folder: string; draft: string; from: string; end: BaseBackupEnd | undefined },
): Promise<{ file: string; bytes: number }> {
  const { folder, draft, from, end } = copy
  if (!end) throw new Error('The base backup did not end')
  const { name } = archiveFile({ kind: 'base', at: end.endedAt, from: parseLsn(from), to: parseLsn(end.stopLsn) })
  // It is of no use before the log until its end is archived, and without the archive that it began with.
  if ((await archiveWal(connection, backupDir, secrets)) !== folder)
    throw new BootFailure('The log was lost during the base backup. Start it again.')
  await finishDraft(draft, join(folder, name), folder)
  return { file: join(folder, name), bytes: (await stat(join(folder, name))).size }
}

/** Audited like an export, because all data leaves the database. */
async function record(url: string, auditSecret: string): Promise<void> {
  await withConnection(url, 'base backup', (connection) =>
    writeAuditOn(connection, commandSource(auditSecret), {
      action: 'export',
      entity: 'Backup',
      entityId: 'base backup',
      outcome: 'done',
    }),
  )
  await sealNow(url, auditSecret)
}
