import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Newest backup at the off-site target, as of the last successful upload. */
const OffSiteNote = z.object({ file: z.string(), madeAt: z.iso.datetime(), bucket: z.string() })
type OffSiteNote = z.infer<typeof OffSiteNote>

const noteIn = (folder: string) => join(folder, 'last-off-site.json')

/** Note in the folder of backups; null without a readable one. */
export async function readOffSiteNote(folder: string): Promise<OffSiteNote | null> {
  try {
    return OffSiteNote.parse(JSON.parse(await readFile(noteIn(folder), 'utf8')))
  } catch {
    return null
  }
}

export async function writeOffSiteNote(folder: string, note: OffSiteNote): Promise<void> {
  const draft = `${noteIn(folder)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  await rename(draft, noteIn(folder))
}
