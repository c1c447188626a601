import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { Connection } from './connection.ts'

/** Rows gathered before they are handed to the connection. */
const pieceLength = 128 * 1024
const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/**
 * Writes rows into a table by COPY, as text (https://www.postgresql.org/docs/current/sql-copy.html). `add` never waits;
 * `drain` sends what is gathered and waits for a slow connection, so memory stays flat when it is called now and then.
 */
export class CopyWriter {
  readonly #stream: CopyStreamQuery
  #gathered = ''
  #broken: Error | null = null

  /** `into` is a table with its columns, such as `staging (line, name)`, made of known names only. */
  constructor(client: Connection, into: string) {
    this.#stream = client.query(copyFrom(`copy ${into} from stdin`))
    this.#stream.on('error', (error) => {
      this.#broken = error
    })
  }

  /** One row; '' is null. */
  add(first: string, values: readonly string[]): void {
    let row = first
    for (const value of values)
      row += value === '' ? '\t\\N' : special.test(value) ? `\t${escaped(value)}` : `\t${value}`
    this.#gathered += `${row}\n`
  }

  async drain(): Promise<void> {
    if (this.#broken) throw this.#broken
    if (this.#gathered.length < pieceLength) return
    await this.#send()
  }

  /** Sends the rest and waits until the table has it. */
  async end(): Promise<void> {
    await this.#send()
    this.#stream.end()
    await finished(this.#stream)
  }

  /** Gives up: the table gets nothing. */
  async abandon(): Promise<void> {
    if (this.#broken || this.#stream.writableFinished) return
    this.#stream.destroy(new Error('abandoned'))
    await finished(this.#stream).catch(() => undefined)
  }

  async #send(): Promise<void> {
    if (this.#broken) throw this.#broken
    const piece = this.#gathered
    this.#gathered = ''
    if (piece !== '' && !this.#stream.write(Buffer.from(piece, 'utf8'))) await once(this.#stream, 'drain')
  }
}

function escaped(value: string): string {
  return value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}
