import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Connection } from './connection.ts'

/**
 * Rows as COPY writes them (text, in the order of the table), in pieces that end anywhere. `from` is a table with its
 * columns, made of known names. Fails when the connection breaks.
 */
export function copyOut(connection: Connection, from: string): Readable {
  return connection.query(copyTo(`copy ${from} to stdout`, { highWaterMark: 1 << 20 }))
}

/**
 * Puts rows that `copyOut` wrote into a table. The table was emptied in the same transaction: its rows are frozen as they come, so
 * nobody has to go over them again. Memory stays flat. When `pieces` fails the table gets nothing.
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
