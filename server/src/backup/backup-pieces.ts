import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { BootFailure, hasCode } from '../platform/runtime/boot-failure.ts'
import { BackupHead, keyOf } from './backup-key.ts'

/** The format of what follows; a change of it needs a new number here. */
const title = 'coverdesk backup 1\n'
const anyTitle = /^coverdesk backup (\d+)\n/
const maxHeaderBytes = 4096
/** Bytes per encrypted chunk. */
const pieceLength = 1 << 20
const tagLength = 16

/** The backup is truncated, altered or corrupt. */
export class BackupDamaged extends BootFailure {
  constructor(file: string, what: string) {
    super(
      `The backup ${file} is damaged: ${what}. Nothing was changed. Take another backup, or another copy of this one.`,
    )
  }
}

/**
 * A backup's bytes: title, length of the head, head (JSON), then pieces of length, ciphertext and tag (AES-256-GCM). Each
 * nonce holds the number of the piece and whether it is the last, so none can be altered, left out, moved or cut off unnoticed
 * (Hoang et al., Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance, 2015: STREAM).
 */
export async function* sealedPieces(
  head: BackupHead,
  secret: string,
  plain: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const key = keyOf(head, secret)
  const headBytes = Buffer.from(JSON.stringify(head))
  const bound = boundTo(headBytes)
  yield Buffer.concat([Buffer.from(title), lengthBytes(headBytes.length), headBytes])
  let number = 0
  const seal = (piece: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, last))
    cipher.setAAD(bound)
    const sealed = Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    return Buffer.concat([lengthBytes(sealed.length), sealed])
  }
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of plain) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= pieceLength) continue
    const all = Buffer.concat(waiting)
    let at = 0
    // The last chunk is marked, so one is held back until more data arrives.
    for (; all.length - at > pieceLength; at += pieceLength) yield seal(all.subarray(at, at + pieceLength), false)
    waiting = [all.subarray(at)]
    length = all.length - at
  }
  yield seal(Buffer.concat(waiting), true)
}

/** Reads the header. Throws a BootFailure for other files or a newer version. */
export async function readHead(file: string): Promise<{ head: BackupHead; bytes: Buffer; from: number }> {
  const start = await firstBytes(file)
  const found = anyTitle.exec(start.toString('latin1', 0, 40))
  if (!found) throw new BootFailure(`${file} is no backup of Coverdesk. Nothing was changed.`)
  if (found[0] !== title)
    throw new BootFailure(
      `${file} was made by a newer version of Coverdesk (format ${found[1]}). Restore it with that version. Nothing was changed.`,
    )
  const length = start.length >= title.length + 4 ? start.readUInt32BE(title.length) : 0
  const from = title.length + 4 + length
  const bytes = start.subarray(title.length + 4, from)
  if (length === 0 || length > maxHeaderBytes || bytes.length < length)
    throw new BackupDamaged(file, 'it has no whole head')
  try {
    return { head: BackupHead.parse(JSON.parse(bytes.toString('utf8'))), bytes, from }
  } catch {
    throw new BackupDamaged(file, 'its head cannot be read')
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(title.length + 4 + maxHeaderBytes), 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) throw new BootFailure(`There is no file ${file}.`)
    if (hasCode(error, 'EISDIR')) throw new BootFailure(`${file} is a folder. Name one of the backups in it.`)
    if (hasCode(error, 'EACCES', 'EPERM')) throw new BootFailure(`This user may not read ${file}.`)
    throw error
  }
}

/** Decrypts and authenticates chunk by chunk. Throws `BackupDamaged` at the first invalid one. */
export async function* openedPieces(file: string, secret: string): AsyncGenerator<Buffer> {
  const { head, bytes, from } = await readHead(file)
  const key = keyOf(head, secret)
  const bound = boundTo(bytes)
  let number = 0
  const openPiece = (sealed: Buffer, last: boolean): Buffer => {
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
  for await (const chunk of createReadStream(file, { start: from, highWaterMark: pieceLength })) {
    left = Buffer.concat([left, chunk])
    while (left.length >= 4) {
      const length = left.readUInt32BE(0)
      if (length < tagLength || length > pieceLength + tagLength) throw new BackupDamaged(file, 'it was altered')
      // The last piece is only known as such when nothing follows.
      if (left.length <= 4 + length) break
      yield openPiece(left.subarray(4, 4 + length), false)
      left = left.subarray(4 + length)
    }
  }
  if (left.length < 4 || left.length !== 4 + left.readUInt32BE(0)) throw new BackupDamaged(file, 'it was cut short')
  yield openPiece(left.subarray(4), true)
}

const boundTo = (headBytes: Buffer) => createHash('sha256').update(title).update(headBytes).digest()

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(last ? 1 : 0, 7)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
