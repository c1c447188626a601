import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../platform/runtime/boot-failure.ts'
import type { ChainLink } from './audit-chain.ts'

/** A link or receipt as noted outside the database. */
export interface Anchor {
  /** Process of a receipt; null for a link of the chain. */
  process: string | null
  seq: number
  hash: string
  /** Location for display, such as 'file line 3'. */
  place: string
  /** Whether the line is as it was written. */
  holds: boolean
}

const maxBytes = 8 * 2 ** 20
const fileOf = (dataDir: string) => join(dataDir, 'audit-anchor.log')
const earlierOf = (dataDir: string) => join(dataDir, 'audit-anchor.earlier.log')

/**
 * Appends a link or receipt to a file in the data folder, so that truncation of the record in the database is detected. At
 * 8 MB the file replaces the earlier one.
 */
export async function noteAnchor(
  dataDir: string,
  key: KeyObject,
  link: ChainLink & { process?: string },
): Promise<void> {
  const file = fileOf(dataDir)
  const text = `${link.process ? `${link.process}/` : ''}${link.seq} ${link.hash.toString('hex')}`
  const { size, endsInside } = await endOf(file)
  if (size > maxBytes) await rename(file, earlierOf(dataDir))
  await appendFile(file, `${endsInside ? '\n' : ''}${text} ${macOf(key, text)}\n`, { mode: 0o600 })
}

/** Size of a file, and whether it ends inside a line, as after a full disk. */
async function endOf(file: string): Promise<{ size: number; endsInside: boolean }> {
  if (!existsSync(file)) return { size: 0, endsInside: false }
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    return { size, endsInside: bytesRead > 0 && buffer.toString() !== '\n' }
  } finally {
    await handle.close()
  }
}

/** Hex digits of the code that ends a note. */
const macLength = 32

/** Whether a full disk or a power cut ended a note too early; who can cut a line can as well delete it. */
const isCut = (line: string) => (line.split(' ')[2] ?? '').length < macLength && /^[\da-f/ -]*$/.test(line)

/** Notes of this node, oldest first, without incomplete lines. */
export async function readAnchors(dataDir: string, key: KeyObject): Promise<Anchor[]> {
  const anchors: Anchor[] = []
  for (const file of [earlierOf(dataDir), fileOf(dataDir)]) {
    const lines = (await readOrNothing(file)).split('\n')
    lines.pop()
    for (const [index, line] of lines.entries()) {
      if (isCut(line)) continue
      const [name = '', hash = '', mac = ''] = line.split(' ')
      const right = Buffer.from(macOf(key, `${name} ${hash}`))
      const holds = right.length === Buffer.byteLength(mac) && timingSafeEqual(right, Buffer.from(mac))
      const [seq, process = null] = name.split('/').toReversed()
      anchors.push({ process, seq: Number(seq), hash, place: `${file} line ${index + 1}`, holds })
    }
  }
  return anchors
}

function macOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, macLength)
}

async function readOrNothing(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}

/** Renames the note files after the record was restored to an earlier point; returns their new paths. */
export async function setAnchorsAside(dataDir: string, now: Date): Promise<string[]> {
  const moved: string[] = []
  for (const file of [earlierOf(dataDir), fileOf(dataDir)]) {
    const aside = file.replace(/\.log$/, `.until-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.log`)
    const there = await rename(file, aside).then(
      () => true,
      (error) => {
        if (hasCode(error, 'ENOENT')) return false
        throw error
      },
    )
    if (there) moved.push(aside)
  }
  return moved
}

/** Returns a lookup of intact notes by process and number; the record has hundreds of thousands of them. */
export function anchorFinder(anchors: readonly Anchor[]): (process: string | null, seq: number) => readonly Anchor[] {
  const nameOf = (process: string | null, seq: number) => `${process ?? ''}/${seq}`
  const anchored = Map.groupBy(
    anchors.filter(({ holds }) => holds),
    ({ process, seq }) => nameOf(process, seq),
  )
  return (process, seq) => anchored.get(nameOf(process, seq)) ?? []
}
