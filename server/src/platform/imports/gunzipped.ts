import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fail } from '@coverdesk/domain/fail.ts'

/** Maximum opened size of a .gz file: insurers' files of doctors have hundreds of MB. */
const maxOpenedBytes = 8 * 1024 ** 3

/**
 * Content of a .gz file, from a stream and with constant memory. Fails with `upload.unreadable` for a damaged file, and for one
 * that opens to more than the maximum, without opening it further.
 */
export async function* gunzipped(
  source: AsyncIterable<Uint8Array>,
  most: number = maxOpenedBytes,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  let broken: unknown = null
  const feeding = pipeline(Readable.from(source), gunzip).catch((error: unknown) => {
    broken = error
  })
  let opened = 0
  try {
    for await (const piece of gunzip) {
      opened += piece.length
      if (opened > most) unreadable(`it opens to more than ${most / 1024 ** 3} GB`)
      yield piece
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      unreadable('it is damaged or not complete')
    throw error
  } finally {
    // Also where the caller reads no further.
    gunzip.destroy()
    await feeding
  }
  if (broken !== null) throw broken
}

function unreadable(why: string): never {
  return fail('upload.unreadable', { message: `Couldn't read the .gz file: ${why}` })
}
