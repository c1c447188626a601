import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { appendFile, readFile, rename, stat } from 'node:fs/promises'
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
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size > maxBytes) await rename(file, earlierOf(dataDir))
  await appendFile(file, `${text} ${macOf(key, text)}\n`, { mode: 0o600 })
}

/** Notes of this node, oldest first; an incomplete last line is ignored. */
export async function readAnchors(dataDir: string, key: KeyObject): Promise<Anchor[]> {
  const anchors: Anchor[] = []
  for (const file of [earlierOf(dataDir), fileOf(dataDir)]) {
    const lines = (await readOrNothing(file)).split('\n')
    lines.pop()
    for (const [index, line] of lines.entries()) {
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
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
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
