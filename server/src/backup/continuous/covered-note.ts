import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Until when an archive holds all transactions, and until when the off-site copy does. */
const CoveredNote = z.object({ until: z.iso.datetime(), offSite: z.iso.datetime().nullable() })
export type CoveredNote = z.infer<typeof CoveredNote>

/** Name of the note, also of its copy off-site. */
export const coveredFile = 'covered.json'

/** Parses a note; null for what is none. */
export function parseCoveredNote(text: string): CoveredNote | null {
  try {
    return CoveredNote.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export async function readCoveredNote(folder: string): Promise<CoveredNote | null> {
  return parseCoveredNote(await readFile(join(folder, coveredFile), 'utf8').catch(() => ''))
}

export async function writeCoveredNote(folder: string, change: Partial<CoveredNote>): Promise<void> {
  const before = await readCoveredNote(folder)
  const note = { until: new Date(0).toISOString(), offSite: null, ...before, ...change }
  const draft = join(folder, `${coveredFile}.${process.pid}`)
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, join(folder, coveredFile))
}

/** Note of the archive that is written to, in the folder of all archives. */
export async function newestCovered(archives: string): Promise<CoveredNote | null> {
  const names = await readdir(archives).catch((): string[] => [])
  const notes = await Promise.all(names.map((name) => readCoveredNote(join(archives, name))))
  return notes.flatMap((note) => note ?? []).toSorted((a, b) => b.until.localeCompare(a.until))[0] ?? null
}
