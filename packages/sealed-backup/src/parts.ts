import { createHash } from 'node:crypto'

/** A part of a backup: the contents, the name of a table, rows of that table, or the digests at the end. */
export interface Part {
  kind: 'contents' | 'table' | 'rows' | 'digests'
  bytes: Buffer
}

const kinds = ['contents', 'table', 'rows', 'digests'] as const
/** Approximate bytes of rows per part: many small parts cost more than their rows. */
const rowBytes = 256 * 1024

/** A part as bytes: kind, length, content. */
export function part(kind: Part['kind'], content: string | Buffer[]): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.concat(content)
  const head = Buffer.alloc(5)
  head.writeUInt8(kinds.indexOf(kind))
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Yields the rows of a table as parts; returns their SHA-256. */
export async function* rowParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer, string> {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of rows) {
    hash.update(bytes)
    waiting.push(bytes)
    length += bytes.length
    if (length < rowBytes) continue
    yield part('rows', waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield part('rows', waiting)
  return hash.digest('hex')
}

/** Parses parts from unaligned chunks. */
export async function* partsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let left: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    left = left.length === 0 ? bytes : Buffer.concat([left, bytes])
    while (left.length >= 5) {
      const end = 5 + left.readUInt32BE(1)
      const kind = kinds[left.readUInt8(0)]
      if (!kind) throw new Error('A part of the backup is of no known kind')
      if (left.length < end) break
      yield { kind, bytes: left.subarray(5, end) }
      left = left.subarray(end)
    }
  }
  if (left.length > 0) throw new Error('The last part of the backup is not whole')
}
