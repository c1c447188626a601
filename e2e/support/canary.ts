import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A person with unique numbers: one application of hers exists before the first test, another is entered by a test. At the
 * end, everything that the run wrote, sent and stored is searched for them. Social security numbers that start with 9 are
 * never issued; the card numbers are fictional.
 */
export const canary = {
  lastName: 'Zebrafinkova',
  ssn: '987651423',
  memberSsn: '987541326',
  /** An Amex number with a valid check digit. */
  card: '379104628357918',
  cvv: '8397',
  seeded: { ssn: '987417263', memberSsn: '987635127', card: '379147820365718', cvv: '7391' },
  /** Sent before the first test in files, documents and drafts; the server masks it on input. */
  uploadedSsn: '987362841',
  /** Displayed only by the reveal test, through the reveal endpoint. */
  revealedSsn: '987274615',
} as const

/** The only endpoint that may return a full number, in exchange for a reason and the password. */
export const revealPath = /^\/api\/OfflineApp\/\d+\/reveal$/

/** All spellings of a number: digits only, formatted, and each of them as hex, as PostgreSQL writes bytes. */
export function spellings(number: string): string[] {
  return renderings(number).flatMap((text) => [text, Buffer.from(text).toString('hex')])
}

/** Digits only and formatted. */
export function renderings(number: string): string[] {
  const dashed = format(number)
  return number.length === 9
    ? [number, dashed, dashed.replaceAll('-', '.'), dashed.replaceAll('-', ' ')]
    : [number, dashed]
}

function format(number: string): string {
  if (number.length === 9) return `${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5)}`
  return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
}

const { seeded } = canary
/** All spellings of her numbers; a CVV only in quotes, since four digits would match everywhere. */
export const canaryNumbers: readonly string[] = [
  ...[
    canary.ssn,
    canary.memberSsn,
    canary.card,
    seeded.ssn,
    seeded.memberSsn,
    seeded.card,
    canary.revealedSsn,
    canary.uploadedSsn,
  ].flatMap(spellings),
  `"${canary.cvv}"`,
  `"${seeded.cvv}"`,
]

/** Her numbers that occur in `bytes`. */
export function numbersIn(bytes: Buffer): string[] {
  return canaryNumbers.filter((number) => bytes.includes(number))
}

/**
 * Finds files below a folder that contain one of the texts, byte by byte: 'texts.txt holds 987…'. One pass over the bytes
 * for all texts; a text has at least three characters.
 */
export async function filesWith(root: string, texts: readonly string[]): Promise<string[]> {
  const search = searchFor(texts)
  const overlap = Math.max(...texts.map((text) => Buffer.byteLength(text))) - 1
  // One buffer for all files: a database has thousands of small ones.
  const buffer = Buffer.allocUnsafe(overlap + (1 << 20))
  const found = new Set<string>()
  if (!existsSync(root)) return []
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    for (const bytes of chunksOf(path, buffer, overlap))
      for (const text of search(bytes)) found.add(`${path} holds ${text}`)
  }
  return [...found]
}

/** A file in chunks; each starts with the end of the one before, to find texts across a boundary. */
function* chunksOf(path: string, buffer: Buffer, overlap: number): Generator<Buffer> {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    // PostgreSQL deletes files while it runs.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  try {
    let carried = 0
    for (;;) {
      const read = readSync(file, buffer, carried, buffer.length - carried, null)
      if (read === 0) return
      const end = carried + read
      yield buffer.subarray(0, end)
      const from = Math.max(0, end - overlap)
      buffer.copyWithin(0, from, end)
      carried = end - from
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Multi-pattern search after Wu and Manber (A Fast Algorithm for Multi-Pattern Searching, 1994): the last three bytes of a
 * window of the shortest text's length determine how far the window can shift.
 */
function searchFor(texts: readonly string[]): (bytes: Buffer) => Set<string> {
  const patterns = texts.map((text) => ({ text, bytes: Buffer.from(text) }))
  const last = Math.min(...patterns.map(({ bytes }) => bytes.length)) - 3
  const shifts = new Uint8Array(1 << 16).fill(last + 1)
  const hashOf = (bytes: Buffer, at: number) =>
    (((bytes[at] ?? 0) << 8) ^ ((bytes[at + 1] ?? 0) << 4) ^ (bytes[at + 2] ?? 0)) & 0xffff
  for (const { bytes } of patterns)
    for (let at = 0; at <= last; at++) {
      const hash = hashOf(bytes, at)
      shifts[hash] = Math.min(shifts[hash] ?? 0, last - at)
    }
  return (bytes) => {
    const found = new Set<string>()
    for (let at = last; at + 2 < bytes.length; ) {
      const shift = shifts[hashOf(bytes, at)] ?? 1
      if (shift === 0)
        for (const pattern of patterns)
          if (pattern.bytes.equals(bytes.subarray(at - last, at - last + pattern.bytes.length))) found.add(pattern.text)
      at += shift || 1
    }
    return found
  }
}
