import { open } from 'node:fs/promises'
import { BackupDamaged, BackupFailure } from './backup-failure.ts'
import { type BackupFormat, type BackupHead, titleOf } from './backup-format.ts'

const maxHeadBytes = 4096

/** Head of a backup, its bytes, and where they end in the file. Throws a BackupFailure for other files or a newer version. */
export async function readHead<Head extends BackupHead>(
  format: BackupFormat<Head>,
  file: string,
): Promise<{ head: Head; bytes: Buffer; end: number }> {
  const title = titleOf(format)
  const start = await firstBytes(file, title.length + 4 + maxHeadBytes)
  const [found, version] = new RegExp(`^${format.name} (\\d+)\\n`).exec(start.toString('latin1', 0, 40)) ?? []
  if (!found) throw new BackupFailure(`${file} is no backup of ${format.product}. Nothing was changed.`)
  if (found !== title)
    throw new BackupFailure(
      `${file} was made by a newer version of ${format.product} (format ${version}). Restore it with that version. Nothing was changed.`,
    )
  const length = start.length >= title.length + 4 ? start.readUInt32BE(title.length) : 0
  const end = title.length + 4 + length
  const bytes = start.subarray(title.length + 4, end)
  if (length === 0 || length > maxHeadBytes || bytes.length < length)
    throw new BackupDamaged(file, 'it has no whole head')
  try {
    return { head: format.Head.parse(JSON.parse(bytes.toString('utf8'))), bytes, end }
  } catch {
    throw new BackupDamaged(file, 'its head cannot be read')
  }
}

/** A length as four bytes, as it precedes the head and each chunk. */
export function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  try {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^(ENOENT|ENOTDIR)$/.test(code)) throw new BackupFailure(`There is no file ${file}.`)
    if (code === 'EISDIR') throw new BackupFailure(`${file} is a folder. Name one of the backups in it.`)
    if (/^(EACCES|EPERM)$/.test(code)) throw new BackupFailure(`This user may not read ${file}.`)
    throw error
  }
}
