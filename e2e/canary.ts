import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A person whose numbers nobody else has: one application of hers is there before the first journey, and another is typed
 * in one; all that the run wrote, answered and stored is searched for them. Social security numbers beginning with 9 are
 * given to nobody; the card numbers are made up. They begin alike, so that they are found in one go (filesWith).
 */
export const canary = {
  lastName: 'Zebrafinkova',
  ssn: '987651423',
  memberSsn: '987541326',
  /** Amex by its beginning, as the other one, right by its check digit. */
  card: '379104628357918',
  cvv: '8397',
  seeded: { ssn: '987417263', memberSsn: '987635127', card: '379147820365718', cvv: '7391' },
  /** Shown on purpose by the journey that reveals it, and by that one address. */
  revealedSsn: '987274615',
} as const

/** The one address that may answer a number in full: whoever asks gave a reason and the password. */
export const mayAnswerNumbers = /^\/api\/OfflineApp\/\d+\/reveal$/

/** How a number may be written: bare, in the notation of people, and either as PostgreSQL writes bytes. */
export function spellings(number: string): string[] {
  return [number, shown(number)].flatMap((text) => [text, Buffer.from(text).toString('hex')])
}

function shown(number: string): string {
  if (number.length === 9) return `${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5)}`
  return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
}

const { seeded } = canary
/** All spellings of her numbers; a CVV stands alone, or else its few digits would be everywhere. */
export const canaryNumbers: readonly string[] = [
  ...[canary.ssn, canary.memberSsn, canary.card, seeded.ssn, seeded.memberSsn, seeded.card, canary.revealedSsn].flatMap(
    spellings,
  ),
  `"${canary.cvv}"`,
  `"${seeded.cvv}"`,
]

/** Which of her numbers stand in some bytes. */
export function numbersIn(bytes: Buffer): string[] {
  return canaryNumbers.filter((number) => bytes.includes(number))
}

/**
 * Files below a folder that hold one of the texts, byte by byte: 'texts.txt holds 987…'. Nothing is skipped. The bytes are
 * gone through once for each different beginning of three signs, so let texts begin alike.
 */
export async function filesWith(root: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.map((text) => ({ text, bytes: Buffer.from(text) }))
  const beginnings = Map.groupBy(needles, ({ bytes }) => bytes.subarray(0, 3).toString('latin1'))
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length))
  const found = new Set<string>()
  if (!existsSync(root)) return []
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    let rest = Buffer.alloc(0)
    try {
      for await (const part of createReadStream(path, { highWaterMark: 4 << 20 })) {
        const bytes = Buffer.concat([rest, part])
        for (const [beginning, alike] of beginnings)
          for (let at = bytes.indexOf(beginning, 0, 'latin1'); at >= 0; at = bytes.indexOf(beginning, at + 1, 'latin1'))
            for (const needle of alike)
              if (needle.bytes.equals(bytes.subarray(at, at + needle.bytes.length)))
                found.add(`${path} holds ${needle.text}`)
        // What stands across two parts is seen too.
        rest = bytes.subarray(Math.max(0, bytes.length - longest + 1))
      }
    } catch (error) {
      // PostgreSQL takes files away while it runs; one that is gone holds nothing.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return [...found]
}
