import { BackupDamaged } from '@coverdesk/sealed-backup/backup-failure.ts'
import { InconsistentParts, readBackupFile } from '@coverdesk/sealed-backup/backup-file.ts'
import { type Part, rowParts } from '@coverdesk/sealed-backup/parts.ts'
import { readHead } from '@coverdesk/sealed-backup/read-head.ts'
import { Contents, Digests } from './backup-contents.ts'
import { type BackupHead, type BackupSecrets, coverdeskBackup, refuseOtherSecrets } from './coverdesk-backup.ts'

/** Declared contents of a backup. */
export interface CheckedBackup {
  head: BackupHead
  contents: Contents
  digests: Digests
  /** Size of all rows. */
  rowBytes: number
}

/** Takes the parts of a backup in their order; `rows` are those of one table, and are read to their end. */
export interface BackupTaker {
  contents: (contents: Contents) => Promise<void>
  table: (name: string, rows: AsyncIterable<Buffer>) => Promise<void>
}

/**
 * Reads and verifies a whole backup without changes. Throws a BackupFailure for another kind of file, a newer version or
 * damage, and a BootFailure for other secrets.
 */
export async function checkBackup(file: string, secrets: BackupSecrets): Promise<CheckedBackup> {
  const { head } = await readHead(coverdeskBackup, file)
  refuseOtherSecrets(head, secrets)
  const found: Digests = {}
  let rowBytes = 0
  const counted = async function* (rows: AsyncIterable<Buffer>) {
    for await (const bytes of rows) {
      rowBytes += bytes.length
      yield bytes
    }
  }
  const read = await readBackup(file, secrets, {
    contents: async () => undefined,
    table: async (name, rows) => {
      const parts = rowParts(counted(rows))
      let part = await parts.next()
      while (!part.done) part = await parts.next()
      found[name] = part.value
    },
  })
  for (const { name } of read.contents.tables)
    if (!found[name] || found[name] !== read.digests[name])
      throw new BackupDamaged(file, `the rows of ${name} are not those that were copied`)
  return { head, ...read, rowBytes }
}

/** Streams a backup's parts to `taker` with constant memory. */
export async function readBackup(
  file: string,
  secrets: Pick<BackupSecrets, 'backup'>,
  taker: BackupTaker,
): Promise<Pick<CheckedBackup, 'contents' | 'digests'>> {
  return await readBackupFile(coverdeskBackup, file, secrets.backup, (parts) => give(parts, taker))
}

async function give(
  parts: AsyncGenerator<Part>,
  taker: BackupTaker,
): Promise<Pick<CheckedBackup, 'contents' | 'digests'>> {
  let part = await nextOf(parts)
  const contents = Contents.parse(JSON.parse(textOf(part, 'contents')))
  await taker.contents(contents)
  part = await nextOf(parts)
  while (part?.kind === 'table') {
    let after: Part | null = null
    const rows = async function* (): AsyncGenerator<Buffer> {
      for (after = await nextOf(parts); after?.kind === 'rows'; after = await nextOf(parts)) yield after.bytes
    }
    await taker.table(textOf(part, 'table'), rows())
    part = after
  }
  const digests = Digests.parse(JSON.parse(textOf(part, 'digests')))
  return { contents, digests }
}

async function nextOf(parts: AsyncGenerator<Part>): Promise<Part | null> {
  const { value, done } = await parts.next()
  return done ? null : value
}

function textOf(part: Part | null, kind: Part['kind']): string {
  if (part?.kind !== kind) throw new InconsistentParts(`Expected ${kind} and found ${part?.kind}`)
  return part.bytes.toString('utf8')
}
