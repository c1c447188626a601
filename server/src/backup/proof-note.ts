import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Last attempt to prove a backup, and the last one that succeeded. */
const ProofNote = z.object({ triedAt: z.iso.datetime(), provenAt: z.iso.datetime().nullable(), file: z.string() })
type ProofNote = z.infer<typeof ProofNote>

const noteIn = (folder: string) => join(folder, 'last-proof.json')

/** Note in the folder of backups; null without a readable one. */
export async function readProofNote(folder: string): Promise<ProofNote | null> {
  try {
    return ProofNote.parse(JSON.parse(await readFile(noteIn(folder), 'utf8')))
  } catch {
    return null
  }
}

/** Notes an attempt; a failed one keeps the time of the last proof. */
export async function noteProof(folder: string, file: string, now: Date, isProven: boolean): Promise<void> {
  const before = await readProofNote(folder)
  const triedAt = now.toISOString()
  const note: ProofNote = { triedAt, provenAt: isProven ? triedAt : (before?.provenAt ?? null), file }
  const draft = `${noteIn(folder)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  await rename(draft, noteIn(folder))
}
