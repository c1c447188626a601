import type { Hash } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import type { ImportJob } from './import-definition.ts'
import type { ImportProgress } from './import-progress.ts'

/** The bytes of a file as they arrive, hashed and counted. Fails when there are too many or the import is stopped. */
export async function* arrivingChunks(
  source: AsyncIterable<Uint8Array>,
  hash: Hash,
  { maxBytes }: Pick<ImportJob, 'maxBytes'>,
  progress: ImportProgress,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk)
    progress.bytes += chunk.length
    if (progress.bytes > maxBytes) fail('request.too_large', { message: 'The file is too large' })
    progress.throwIfCancelled()
    yield chunk
  }
}
