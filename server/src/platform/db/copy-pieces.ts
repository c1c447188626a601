import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Connection } from './connection.ts'

/**
 * Streams rows in COPY text format, in table order; chunks don't end at row boundaries. `from` is a table with its
 * columns (trusted SQL).
 */
export function copyOut(connection: Connection, from: string): Readable {
  return connection.query(copyTo(`copy ${from} to stdout`, { highWaterMark: 1 << 20 }))
}

/**
 * Copies rows of `copyOut` into a table that was truncated in the same transaction (required by FREEZE, which saves a later
 * vacuum). Constant memory. If `pieces` fails, nothing is copied.
 */
export async function copyIn(connection: Connection, into: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const stream = connection.query(copyFrom(`copy ${into} from stdin with (freeze)`))
  let broken: Error | null = null
  stream.on('error', (error) => {
    broken = error
  })
  try {
    for await (const piece of pieces) {
      if (broken) throw broken
      if (!stream.write(piece)) await once(stream, 'drain')
    }
  } catch (error) {
    stream.destroy(new Error('abandoned'))
    await finished(stream).catch(() => undefined)
    throw broken ?? error
  }
  stream.end()
  await finished(stream)
}
