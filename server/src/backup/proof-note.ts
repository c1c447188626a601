import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What is proven: the newest backup, or the base backup with the archive of the log. */
export type ProofKind = 'backup' | 'archive'

/** Last attempt to prove one, and the last one that succeeded. */
const ProofNote = z.object({ triedAt: z.iso.datetime(), provenAt: z.iso.datetime().nullable(), file: z.string() })
type ProofNote = z.infer<typeof ProofNote>

const noteIn = (folder: string, kind: ProofKind) =>
  join(folder, kind === 'backup' ? 'last-proof.json' : 'last-archive-proof.json')

/** Note in the folder of backups; null without a readable one. */
export async function readProofNote(folder: string, kind: ProofKind = 'backup'): Promise<ProofNote | null> {
  try {
    return ProofNote.parse(JSON.parse(await readFile(noteIn(folder, kind), 'utf8')))
  } catch {
    return null
  }
}

/** Notes an attempt; a failed one keeps the time of the last proof. */
export async function noteProof(
  folder: string,
  file: string,
  now: Date,
  isProven: boolean,
  kind: ProofKind = 'backup',
): Promise<void> {
  const before = await readProofNote(folder, kind)
  const triedAt = now.toISOString()
  const note: ProofNote = { triedAt, provenAt: isProven ? triedAt : (before?.provenAt ?? null), file }
  const draft = `${noteIn(folder, kind)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  await rename(draft, noteIn(folder, kind))
}
