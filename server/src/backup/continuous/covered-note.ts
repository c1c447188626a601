import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const CoveredNote = z.object({
  /** Until when the archive holds all transactions, with a base backup or without. */
  until: z.iso.datetime(),
  /** Base backup from which the archive restores `until`; null while there is none, or the log after it has a gap. */
  base: z.iso.datetime().nullable().default(null),
  /** Until when the copy off-site can be restored; null as for `base`. */
  offSite: z.iso.datetime().nullable(),
})
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
  const note: CoveredNote = { until: new Date(0).toISOString(), base: null, offSite: null, ...before, ...change }
  const draft = join(folder, `${coveredFile}.${process.pid}`)
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, join(folder, coveredFile))
}

/** Note of the archive that is written to, in the folder of all archives. */
export async function currentCovered(archives: string): Promise<CoveredNote | null> {
  const names = await readdir(archives).catch((): string[] => [])
  const notes = await Promise.all(names.map((name) => readCoveredNote(join(archives, name))))
  return notes.flatMap((note) => note ?? []).toSorted((a, b) => b.until.localeCompare(a.until))[0] ?? null
}
