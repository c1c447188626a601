import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A person whose numbers nobody else has: one application of hers is there before the first journey, and another is typed
 * in one; all that the run wrote, answered and stored is searched for them. Social security numbers beginning with 9 are
 * given to nobody; the card numbers are made up.
 */
export const canary = {
  lastName: 'Zebrafinkova',
  ssn: '987651423',
  memberSsn: '987541326',
  /** Amex by its beginning, as the other one, right by its check digit. */
  card: '379104628357918',
  cvv: '8397',
  seeded: { ssn: '987417263', memberSsn: '987635127', card: '379147820365718', cvv: '7391' },
  /** In files, documents and drafts that are sent before the first journey; masked on its way in. */
  uploadedSsn: '987362841',
  /** Shown on purpose by the journey that reveals it, and by that one address. */
  revealedSsn: '987274615',
} as const

/** The one address that may answer a number in full: whoever asks gave a reason and the password. */
export const mayAnswerNumbers = /^\/api\/OfflineApp\/\d+\/reveal$/

/** How a number may be written: bare, in the notations of people, and each as PostgreSQL writes bytes. */
export function spellings(number: string): string[] {
  return renderings(number).flatMap((text) => [text, Buffer.from(text).toString('hex')])
}

/** Bare and in the notations of people. */
export function renderings(number: string): string[] {
  const dashed = shown(number)
  return number.length === 9
    ? [number, dashed, dashed.replaceAll('-', '.'), dashed.replaceAll('-', ' ')]
    : [number, dashed]
}

function shown(number: string): string {
  if (number.length === 9) return `${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5)}`
  return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
}

const { seeded } = canary
/** All spellings of her numbers; a CVV stands alone, or else its few digits would be everywhere. */
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

/** Which of her numbers stand in some bytes. */
export function numbersIn(bytes: Buffer): string[] {
  return canaryNumbers.filter((number) => bytes.includes(number))
}

/**
 * Files below a folder that hold one of the texts, byte by byte: 'texts.txt holds 987…'. Nothing is skipped. The bytes are
 * gone through once, so the number of texts costs nothing; a text has at least three signs.
 */
export async function filesWith(root: string, texts: readonly string[]): Promise<string[]> {
  const search = searchFor(texts)
  const overlap = Math.max(...texts.map((text) => Buffer.byteLength(text))) - 1
  // One for all files: a database has thousands of small ones.
  const buffer = Buffer.allocUnsafe(overlap + (1 << 20))
  const found = new Set<string>()
  if (!existsSync(root)) return []
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    for (const bytes of partsOf(path, buffer, overlap))
      for (const text of search(bytes)) found.add(`${path} holds ${text}`)
  }
  return [...found]
}

/** A file in parts, each beginning with the end of the one before, so that what stands across two is seen too. */
function* partsOf(path: string, buffer: Buffer, overlap: number): Generator<Buffer> {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    // PostgreSQL takes files away while it runs; one that is gone holds nothing.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  try {
    let kept = 0
    for (;;) {
      const read = readSync(file, buffer, kept, buffer.length - kept, null)
      if (read === 0) return
      const end = kept + read
      yield buffer.subarray(0, end)
      const from = Math.max(0, end - overlap)
      buffer.copyWithin(0, from, end)
      kept = end - from
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Which of many texts stand in some bytes, after Wu and Manber (A Fast Algorithm for Multi-Pattern Searching, 1994): three
 * bytes at the end of the shortest text's length say how far on the next text can begin at the earliest.
 */
function searchFor(texts: readonly string[]): (bytes: Buffer) => Set<string> {
  const needles = texts.map((text) => ({ text, bytes: Buffer.from(text) }))
  const last = Math.min(...needles.map(({ bytes }) => bytes.length)) - 3
  const steps = new Uint8Array(1 << 16).fill(last + 1)
  const placeOf = (bytes: Buffer, at: number) =>
    (((bytes[at] ?? 0) << 8) ^ ((bytes[at + 1] ?? 0) << 4) ^ (bytes[at + 2] ?? 0)) & 0xffff
  for (const { bytes } of needles)
    for (let at = 0; at <= last; at++) {
      const place = placeOf(bytes, at)
      steps[place] = Math.min(steps[place] ?? 0, last - at)
    }
  return (bytes) => {
    const found = new Set<string>()
    for (let at = last; at + 2 < bytes.length; ) {
      const step = steps[placeOf(bytes, at)] ?? 1
      if (step === 0)
        for (const needle of needles)
          if (needle.bytes.equals(bytes.subarray(at - last, at - last + needle.bytes.length))) found.add(needle.text)
      at += step || 1
    }
    return found
  }
}
