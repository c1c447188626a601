import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Unfinished upload of a backup, so that a later attempt sends only what is missing. */
const UploadNote = z.object({
  key: z.string(),
  uploadId: z.string(),
  partBytes: z.number().int().positive(),
  parts: z.array(z.object({ number: z.number().int().positive(), tag: z.string() })),
})
export type UploadNote = z.infer<typeof UploadNote>

const ending = '.upload'
const noteOf = (file: string) => `${file}${ending}`

/** The backup to which a note of this name belongs; null for other files. */
export const backupOfNote = (name: string): string | null =>
  name.endsWith(ending) ? name.slice(0, -ending.length) : null

/** Note beside a backup; null without a readable one. */
export async function readUploadNote(file: string): Promise<UploadNote | null> {
  try {
    return UploadNote.parse(JSON.parse(await readFile(noteOf(file), 'utf8')))
  } catch {
    return null
  }
}

export async function writeUploadNote(file: string, note: UploadNote): Promise<void> {
  const draft = `${noteOf(file)}.${process.pid}`
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, noteOf(file))
}

export async function removeUploadNote(file: string): Promise<void> {
  await rm(noteOf(file), { force: true })
}
