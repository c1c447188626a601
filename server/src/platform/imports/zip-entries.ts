import { once } from 'node:events'
import { crc32, createInflateRaw } from 'node:zlib'
import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'

/** Maximum number of files in an archive, and of their uncompressed bytes. */
const maxEntries = 100
const maxUnpackedBytes = 8 * 1024 ** 3

const entrySignature = 0x04034b50
const descriptorSignature = 0x08074b50
const directorySignature = 0x02014b50
const unknownSize = 0xffffffff

/** A file of an archive; its bytes must be read before the next one. */
export interface ZipEntry {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Files of a zip archive in their order, from a stream and with constant memory. Checks each file's checksum. Fails with
 * `upload.unreadable` for a damaged or encrypted archive.
 */
export async function* zipEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<ZipEntry> {
  const reader = new ByteReader(source)
  let unpacked = 0
  const limited = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      unpacked += piece.length
      if (unpacked > maxUnpackedBytes) unreadable('it unpacks to more than 8 GB')
      yield piece
    }
  }
  for (let count = 0; ; count++) {
    const signature = await reader.peek(4)
    if (signature?.readUInt32LE() !== entrySignature) {
      if (count === 0 || signature?.readUInt32LE() !== directorySignature) unreadable('it is not complete')
      await reader.skipRest()
      return
    }
    if (count >= maxEntries) unreadable(`it holds more than ${maxEntries} files`)
    const entry = await readHeader(reader)
    const bytes = entry.method === 8 ? inflated(reader, entry) : stored(reader, entry)
    let isRead = false
    const once = (async function* () {
      yield* limited(bytes)
      isRead = true
    })()
    yield { name: entry.name, bytes: once }
    if (!isRead) for await (const _ of once);
  }
}

interface Header {
  name: string
  method: number
  crc: number
  size: number
  hasDescriptor: boolean
}

async function readHeader(reader: ByteReader): Promise<Header> {
  const head = await reader.take(30)
  const flags = head.readUInt16LE(6)
  const method = head.readUInt16LE(8)
  const name = (await reader.take(head.readUInt16LE(26))).toString('utf8')
  const extra = await reader.take(head.readUInt16LE(28))
  if (flags & 1) unreadable('it is encrypted')
  const hasDescriptor = (flags & 8) !== 0
  if (method !== 8 && (method !== 0 || hasDescriptor)) unreadable(`${name} is packed in a way that is not supported`)
  const size = head.readUInt32LE(18)
  return {
    name,
    method,
    crc: head.readUInt32LE(14),
    size: size === unknownSize ? longSize(extra) : size,
    hasDescriptor,
  }
}

/** Packed size of a zip64 entry. */
function longSize(extra: Buffer): number {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1 && extra.readUInt16LE(at + 2) >= 16) return Number(extra.readBigUInt64LE(at + 12))
  return 0
}

async function* stored(reader: ByteReader, { size, crc, name }: Header): AsyncGenerator<Uint8Array> {
  let sum = 0
  for (let left = size; left > 0; ) {
    const piece = (await reader.chunk()) ?? unreadable('it is not complete')
    const own = piece.subarray(0, left)
    reader.putBack(piece.subarray(own.length))
    left -= own.length
    sum = crc32(own, sum)
    yield own
  }
  if (sum !== crc) unreadable(`${name} is damaged`)
}

async function* inflated(reader: ByteReader, { crc, hasDescriptor, name }: Header): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  const ended = once(inflate, 'end').catch(() => undefined)
  let last: Buffer = Buffer.alloc(0)
  let fed = 0
  const feed = async () => {
    while (!inflate.readableEnded && !inflate.destroyed) {
      const piece = await reader.chunk()
      if (!piece) return void inflate.end()
      last = piece
      fed += piece.length
      // The end of the packed data stops the stream without acknowledging the rest of the chunk.
      await Promise.race([new Promise((taken) => inflate.write(piece, taken)), ended])
    }
  }
  // A source that fails, such as a stopped upload, must end the inflating too, and not the worker.
  let broken: unknown = null
  const feeding = feed().catch((error: unknown) => {
    broken = error
    inflate.destroy(error instanceof Error ? error : new Error('The source failed'))
  })
  let sum = 0
  try {
    for await (const piece of inflate) {
      sum = crc32(piece, sum)
      yield piece
    }
  } catch (error) {
    if (broken instanceof Failure) throw broken
    if (broken !== null) throw error
    unreadable(`${name} is damaged`)
  } finally {
    // Also where the caller reads no further.
    inflate.destroy()
  }
  await feeding
  reader.putBack(last.subarray(last.length - (fed - inflate.bytesWritten)))
  if (sum !== (hasDescriptor ? await readDescriptor(reader) : crc)) unreadable(`${name} is damaged`)
}

/** Checksum behind an entry whose size was not known in advance. */
async function readDescriptor(reader: ByteReader): Promise<number> {
  if ((await reader.peek(4))?.readUInt32LE() === descriptorSignature) await reader.take(4)
  const crc = (await reader.take(4)).readUInt32LE()
  const next = (await reader.peek(20)) ?? (await reader.peek(12))
  const isNext = (at: number) =>
    next && next.length >= at + 4 && [entrySignature, directorySignature].includes(next.readUInt32LE(at))
  await reader.take(isNext(8) ? 8 : 16)
  return crc
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes without taking them; null where fewer are left. */
  async peek(length: number): Promise<Buffer | null> {
    while (this.#held.length < length) {
      const next = await this.#source.next()
      if (next.done) return null
      this.#held = Buffer.concat([this.#held, next.value])
    }
    return this.#held.subarray(0, length)
  }

  async take(length: number): Promise<Buffer> {
    const bytes = (await this.peek(length)) ?? unreadable('it is not complete')
    this.#held = this.#held.subarray(length)
    return bytes
  }

  /** The next bytes, as many as have arrived; null at the end. */
  async chunk(): Promise<Buffer | null> {
    if (this.#held.length > 0) {
      const held = this.#held
      this.#held = Buffer.alloc(0)
      return held
    }
    const next = await this.#source.next()
    return next.done ? null : Buffer.from(next.value)
  }

  putBack(bytes: Buffer): void {
    this.#held = this.#held.length > 0 ? Buffer.concat([bytes, this.#held]) : bytes
  }

  async skipRest(): Promise<void> {
    while (await this.chunk());
  }
}

function unreadable(why: string): never {
  return fail('upload.unreadable', { message: `Couldn't read the archive: ${why}` })
}
