import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/** @fontsource splits Inter by script; characters are looked for in this order, so a later one is rarely read. */
export const interScripts = [
  ...(['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek'] as const),
  ...(['cyrillic-ext', 'greek-ext'] as const),
] as const
export type InterScript = (typeof interScripts)[number]
export type InterWeight = 400 | 600

/** Whether Inter lacks the letter or mark: it has Latin, Greek and Cyrillic only. */
export function isLetterMissing(character: string): boolean {
  return (
    /[\p{L}\p{M}]/u.test(character) && !/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}]/u.test(character)
  )
}

/** The script whose file has the character, by its code. */
export function interScriptOf(character: string): InterScript {
  if (/[\u0460-\u048f\u0492-\u04af\u04b2-\u052f]/u.test(character)) return 'cyrillic-ext'
  if (/[\u1f00-\u1fff]/u.test(character)) return 'greek-ext'
  if (/\p{Script=Cyrillic}/u.test(character)) return 'cyrillic'
  if (/\p{Script=Greek}/u.test(character)) return 'greek'
  if (/[ăđơưĂĐƠƯ\u1ea0-\u1ef9]/u.test(character)) return 'vietnamese'
  return /[\u0100-\u024f\u1e00-\u1eff]/u.test(character) ? 'latin-ext' : 'latin'
}

const opened = new Map<string, Buffer>()

/**
 * One script of Inter as TrueType, read once.
 * pdfkit reads WOFF too, but inflates the outlines again for each glyph: 0.3 s instead of 0.03 s for a page of text.
 */
export function interFont(weight: InterWeight, script: InterScript): Buffer {
  const name = `inter-${script}-${weight}-normal`
  const known = opened.get(name)
  if (known) return known
  const font = trueTypeOf(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}.woff`))))
  opened.set(name, font)
  return font
}

const [woffHeader, woffEntry, header, entry] = [44, 20, 12, 16]

/** The font in a WOFF 1.0 file (https://www.w3.org/TR/WOFF/): the same tables, inflated. */
function trueTypeOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(header + entry * count)
  woff.copy(head, 0, 4, 8)
  const depth = Math.floor(Math.log2(count))
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 << depth, 6)
  head.writeUInt16BE(depth, 8)
  head.writeUInt16BE(16 * count - (16 << depth), 10)
  const tables: Buffer[] = [head]
  let at = head.length
  for (let index = 0; index < count; index++) {
    const from = woffHeader + woffEntry * index
    const [start, packed, length] = [4, 8, 12].map((offset) => woff.readUInt32BE(from + offset))
    if (start === undefined || packed === undefined || length === undefined) throw new Error('Not a WOFF file')
    const bytes = woff.subarray(start, start + packed)
    const to = header + entry * index
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(at, to + 8)
    head.writeUInt32BE(length, to + 12)
    const table = packed < length ? inflateSync(bytes) : bytes
    const padding = Buffer.alloc(-length & 3)
    tables.push(table, padding)
    at += length + padding.length
  }
  return Buffer.concat(tables)
}
