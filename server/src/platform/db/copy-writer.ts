import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { Connection } from './connection.ts'

/** Characters buffered before a write. */
const minWriteLength = 128 * 1024
const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/**
 * Writes rows with COPY in text format (https://www.postgresql.org/docs/current/sql-copy.html). `add` only buffers; call
 * `drain` regularly to send the buffer with backpressure.
 */
export class CopyWriter {
  readonly #stream: CopyStreamQuery
  #buffer = ''
  #broken: Error | null = null

  /** `into` is a table with its columns, such as `staging (line, name)` (trusted SQL). */
  constructor(client: Connection, into: string) {
    this.#stream = client.query(copyFrom(`copy ${into} from stdin`))
    this.#stream.on('error', (error) => {
      this.#broken = error
    })
  }

  /** Adds a row; '' is null. */
  add(first: string, values: readonly string[]): void {
    let row = first
    for (const value of values)
      row += value === '' ? '\t\\N' : special.test(value) ? `\t${escaped(value)}` : `\t${value}`
    this.#buffer += `${row}\n`
  }

  async drain(): Promise<void> {
    if (this.#broken) throw this.#broken
    if (this.#buffer.length < minWriteLength) return
    await this.#send()
  }

  /** Sends the rest and waits for completion. */
  async end(): Promise<void> {
    await this.#send()
    this.#stream.end()
    await finished(this.#stream)
  }

  /** Aborts the COPY: no row is written. */
  async abandon(): Promise<void> {
    if (this.#broken || this.#stream.writableFinished) return
    this.#stream.destroy(new Error('abandoned'))
    await finished(this.#stream).catch(() => undefined)
  }

  async #send(): Promise<void> {
    if (this.#broken) throw this.#broken
    const piece = this.#buffer
    this.#buffer = ''
    if (piece !== '' && !this.#stream.write(Buffer.from(piece, 'utf8'))) await once(this.#stream, 'drain')
  }
}

function escaped(value: string): string {
  return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}
