import { readBackupFile, writeBackupFile } from '@coverdesk/sealed-backup/backup-file.ts'
import type { BackupFormat } from '@coverdesk/sealed-backup/backup-format.ts'
import { type Part, part } from '@coverdesk/sealed-backup/parts.ts'
import { z } from 'zod'
import { type BackupHead, type BackupSecrets, coverdeskBackup, newBackupHead } from '../coverdesk-backup.ts'

/** Format of base backups and of the log: sealed as backups are, with the same key. */
export const archiveFormat: BackupFormat<BackupHead> = { ...coverdeskBackup, name: 'coverdesk continuous backup' }

/** First part of each file. */
export const ArchiveContents = z.object({ timeline: z.number().int(), bytes: z.number().nonnegative() })
export type ArchiveContents = z.infer<typeof ArchiveContents>

/** Writes a file whose first part is its contents. */
export async function writeArchiveFile(
  file: string,
  secrets: BackupSecrets,
  at: Date,
  contents: ArchiveContents,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const all = async function* () {
    yield part('contents', JSON.stringify(contents))
    yield* parts
  }
  await writeBackupFile(archiveFormat, file, newBackupHead(secrets, at), secrets.backup, all())
}

/** Reads the contents, and gives `read` the other parts. */
export async function readArchiveFile<Result>(
  file: string,
  secrets: Pick<BackupSecrets, 'backup'>,
  read: (contents: ArchiveContents, parts: AsyncGenerator<Part>) => Promise<Result>,
): Promise<Result> {
  return await readBackupFile(archiveFormat, file, secrets.backup, async (parts) => {
    const first = await parts.next()
    if (first.done || first.value.kind !== 'contents') throw new Error('The file has no contents')
    return await read(ArchiveContents.parse(JSON.parse(first.value.bytes.toString('utf8'))), parts)
  })
}

/** Bytes of a stretch of the log. */
export async function readLogFile(file: string, secrets: Pick<BackupSecrets, 'backup'>): Promise<Buffer> {
  return await readArchiveFile(file, secrets, async (_, parts) => {
    const pieces: Buffer[] = []
    for await (const { kind, bytes } of parts) if (kind === 'rows') pieces.push(Buffer.from(bytes))
    return Buffer.concat(pieces)
  })
}
