import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupDamaged, BackupFailure } from './backup-failure.ts'
import type { BackupFormat, BackupHead } from './backup-format.ts'
import { type Part, partsOf } from './parts.ts'
import { openChunks, sealChunks } from './seal-chunks.ts'

const chunkSize = 256 * 1024

/** Valid encryption with inconsistent contents: a defect of the writer. */
export class InconsistentParts extends Error {}

/** Writes parts into a new file, compressed, encrypted and synced, with constant memory. */
export async function writeBackupFile<Head extends BackupHead>(
  format: BackupFormat<Head>,
  file: string,
  head: Head,
  secret: string,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(
    parts,
    createZstdCompress({ chunkSize }),
    (packed) => sealChunks(format, head, secret, packed),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

/** Streams the parts of a file to `read` with constant memory. Throws `BackupDamaged` when they are not whole. */
export async function readBackupFile<Head extends BackupHead, Result>(
  format: BackupFormat<Head>,
  file: string,
  secret: string,
  read: (parts: AsyncGenerator<Part>) => Promise<Result>,
): Promise<Result> {
  let done: { result: Result } | null = null
  try {
    await pipeline(
      Readable.from(openChunks(format, file, secret), { objectMode: false }),
      createZstdDecompress({ chunkSize }),
      async (plain: AsyncIterable<Buffer>) => {
        done = { result: await read(partsOf(plain)) }
      },
    )
  } catch (error) {
    if (error instanceof BackupFailure || !isInconsistent(error)) throw error
    throw new BackupDamaged(file, 'what is in it cannot be read')
  }
  return resultOf(done, file)
}

/** A function, because TypeScript does not see the assignment in the pipeline. */
function resultOf<Result>(done: { result: Result } | null, file: string): Result {
  if (!done) throw new BackupDamaged(file, 'it was cut short')
  return done.result
}

function isInconsistent(error: unknown): boolean {
  return (
    error instanceof InconsistentParts ||
    (error instanceof Error && 'code' in error && /^ZSTD/.test(String(error.code)))
  )
}
