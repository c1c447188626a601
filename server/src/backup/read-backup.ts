import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BootFailure } from '../platform/runtime/boot-failure.ts'
import { Contents, Digests, type Part, partsOf, rowParts } from './backup-contents.ts'
import { type BackupHead, type BackupSecrets, refuseOtherSecrets } from './backup-key.ts'
import { BackupDamaged, openedPieces, readHead } from './backup-pieces.ts'

/** Declared contents of a backup. */
export interface CheckedBackup {
  head: BackupHead
  contents: Contents
  digests: Digests
}

/** Takes the parts of a backup in their order; `rows` are those of one table, and are read to their end. */
export interface BackupTaker {
  contents: (contents: Contents) => Promise<void>
  table: (name: string, rows: AsyncIterable<Buffer>) => Promise<void>
}

/**
 * Reads and verifies a whole backup without changes. Throws a BootFailure for another kind of file, a newer version, other
 * secrets or damage.
 */
export async function checkBackup(file: string, secrets: BackupSecrets): Promise<CheckedBackup> {
  const { head } = await readHead(file)
  refuseOtherSecrets(head, secrets)
  const found: Digests = {}
  const read = await readBackup(file, secrets, {
    contents: async () => undefined,
    table: async (name, rows) => {
      const parts = rowParts(rows)
      let part = await parts.next()
      while (!part.done) part = await parts.next()
      found[name] = part.value
    },
  })
  for (const { name } of read.contents.tables)
    if (!found[name] || found[name] !== read.digests[name])
      throw new BackupDamaged(file, `the rows of ${name} are not those that were copied`)
  return { head, ...read }
}

/** Streams a backup's parts to `taker` with constant memory. */
export async function readBackup(
  file: string,
  secrets: Pick<BackupSecrets, 'backup'>,
  taker: BackupTaker,
): Promise<Omit<CheckedBackup, 'head'>> {
  let result: Omit<CheckedBackup, 'head'> | null = null
  try {
    await pipeline(
      Readable.from(openedPieces(file, secrets.backup), { objectMode: false }),
      createZstdDecompress({ chunkSize: 256 * 1024 }),
      async (plain: AsyncIterable<Buffer>) => {
        result = await give(partsOf(plain), taker)
      },
    )
  } catch (error) {
    if (error instanceof BootFailure || !isUnreadable(error)) throw error
    throw new BackupDamaged(file, 'what is in it cannot be read')
  }
  if (!result) throw new BackupDamaged(file, 'it was cut short')
  return result
}

async function give(parts: AsyncGenerator<Part>, taker: BackupTaker): Promise<Omit<CheckedBackup, 'head'>> {
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

/** Validly encrypted but inconsistent contents: a bug of ours. */
class Unreadable extends Error {}

function textOf(part: Part | null, kind: Part['kind']): string {
  if (part?.kind !== kind) throw new Unreadable(`Expected ${kind} and found ${part?.kind}`)
  return part.bytes.toString('utf8')
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Unreadable || (error instanceof Error && 'code' in error && /^ZSTD/.test(String(error.code)))
}
