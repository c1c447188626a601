import { type FileHandle, open } from 'node:fs/promises'
import { type ObjectStore, UploadGone } from '../../platform/integrations/object-store.ts'
import { readUploadNote, removeUploadNote, type UploadNote, writeUploadNote } from './upload-note.ts'

/** S3 allows 10,000 parts. */
const maxParts = 9_000
const minPartBytes = 16 * 2 ** 20

/** Uploads a file in parts. An interrupted upload continues where it ended. */
export async function uploadFile(store: ObjectStore, file: string, key: string, minPart = minPartBytes): Promise<void> {
  const noted = await readUploadNote(file)
  if (noted?.key === key) {
    try {
      return await sendParts(store, file, noted)
    } catch (error) {
      // The target removes unfinished uploads after some days.
      if (!(error instanceof UploadGone)) throw error
    }
  }
  const handle = await open(file)
  const { size } = await handle.stat().finally(() => handle.close())
  const partBytes = Math.max(minPart, Math.ceil(size / maxParts))
  await sendParts(store, file, { key, uploadId: await store.beginUpload(key), partBytes, parts: [] })
}

/** Sends the parts that are not noted, noting each, and completes the upload. */
async function sendParts(store: ObjectStore, file: string, note: UploadNote): Promise<void> {
  const { key, uploadId, partBytes } = note
  const parts = [...note.parts]
  await writeUploadNote(file, note)
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    for (let at = parts.length * partBytes; at < size; at += partBytes) {
      const bytes = await readAt(handle, at, Math.min(partBytes, size - at))
      parts.push(await store.uploadPart(key, uploadId, parts.length + 1, bytes))
      await writeUploadNote(file, { ...note, parts })
    }
  } finally {
    await handle.close()
  }
  await store.completeUpload(key, uploadId, parts)
  await removeUploadNote(file)
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('The backup became shorter while it was read')
    filled += bytesRead
  }
  return bytes
}
