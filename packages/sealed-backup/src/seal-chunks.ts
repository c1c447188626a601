import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { BackupDamaged } from './backup-failure.ts'
import { type BackupFormat, type BackupHead, keyOf, titleOf } from './backup-format.ts'
import { lengthBytes, readHead } from './read-head.ts'

/** Bytes per encrypted chunk. */
const chunkLength = 1 << 20
const tagLength = 16

/**
 * Bytes of a backup: title, length of the head, head (JSON), then chunks of length, ciphertext and tag (AES-256-GCM). Each
 * nonce holds the number of the chunk and whether it is the last, so none can be altered, left out, moved or cut off unnoticed
 * (Hoang et al., Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance, 2015: STREAM).
 */
export async function* sealChunks<Head extends BackupHead>(
  format: BackupFormat<Head>,
  head: Head,
  secret: string,
  plain: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const key = keyOf(format, head, secret)
  const headBytes = Buffer.from(JSON.stringify(head))
  const bound = boundTo(format, headBytes)
  yield Buffer.concat([Buffer.from(titleOf(format)), lengthBytes(headBytes.length), headBytes])
  let number = 0
  const seal = (chunk: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, last))
    cipher.setAAD(bound)
    const sealed = Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    return Buffer.concat([lengthBytes(sealed.length), sealed])
  }
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of plain) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= chunkLength) continue
    const all = Buffer.concat(waiting)
    let at = 0
    // The last chunk is marked, so one is held back until more data arrives.
    for (; all.length - at > chunkLength; at += chunkLength) yield seal(all.subarray(at, at + chunkLength), false)
    waiting = [all.subarray(at)]
    length = all.length - at
  }
  yield seal(Buffer.concat(waiting), true)
}

/** Decrypts and authenticates chunk by chunk. Throws `BackupDamaged` at the first invalid one. */
export async function* openChunks<Head extends BackupHead>(
  format: BackupFormat<Head>,
  file: string,
  secret: string,
): AsyncGenerator<Buffer> {
  const { head, bytes, end: start } = await readHead(format, file)
  const key = keyOf(format, head, secret)
  const bound = boundTo(format, bytes)
  let number = 0
  const openChunk = (sealed: Buffer, last: boolean): Buffer => {
    const end = sealed.length - tagLength
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number++, last), { authTagLength: tagLength })
      decipher.setAAD(bound)
      decipher.setAuthTag(sealed.subarray(end))
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
    } catch {
      throw new BackupDamaged(file, last ? 'it was cut short or altered' : 'it was altered')
    }
  }
  let left: Buffer = Buffer.alloc(0)
  for await (const bytesRead of createReadStream(file, { start, highWaterMark: chunkLength })) {
    left = Buffer.concat([left, bytesRead])
    while (left.length >= 4) {
      const length = left.readUInt32BE(0)
      if (length < tagLength || length > chunkLength + tagLength) throw new BackupDamaged(file, 'it was altered')
      // The last chunk is only known as such when nothing follows.
      if (left.length <= 4 + length) break
      yield openChunk(left.subarray(4, 4 + length), false)
      left = left.subarray(4 + length)
    }
  }
  if (left.length < 4 || left.length !== 4 + left.readUInt32BE(0)) throw new BackupDamaged(file, 'it was cut short')
  yield openChunk(left.subarray(4), true)
}

const boundTo = (format: Pick<BackupFormat<never>, 'name' | 'version'>, headBytes: Buffer) =>
  createHash('sha256').update(titleOf(format)).update(headBytes).digest()

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(last ? 1 : 0, 7)
  nonce.writeUInt32BE(number, 8)
  return nonce
}
