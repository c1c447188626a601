import { isAscii, isUtf8 } from 'node:buffer'
import { fail } from '@coverdesk/domain/fail.ts'
import { visibleText } from '@coverdesk/domain/platform/visible-text.ts'
import iconv from 'iconv-lite'

/** Invalid text from here on. The text before was already emitted, so the reader knows the line. */
export class UnreadableText extends Error {}

/** Bytes needed to detect the encoding. */
const sniffLength = 4096

const saveAsCsv = 'Open it in your spreadsheet, choose Save As and CSV UTF-8, and choose that file'

/** How files begin that are sent instead of CSV, often with its ending, and what to do. */
const otherFiles: readonly { magic: readonly string[]; message: string }[] = [
  { magic: ['504b0304'], message: `This is an Excel workbook or an archive. ${saveAsCsv}` },
  { magic: ['d0cf11e0'], message: `This is an old Excel workbook, or one with a password. ${saveAsCsv}` },
  { magic: ['25504446'], message: 'This is a PDF. Ask the carrier for the same file as CSV or Excel' },
  { magic: ['1f8b'], message: 'This is a compressed file. Unpack it, and choose the .csv file in it' },
  { magic: ['89504e47', 'ffd8ff'], message: 'This is a picture. Ask the carrier for the same file as CSV or Excel' },
]
const webPage = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|\?xml|table)\b/i
const downloadAgain = `This is a web page. Sign in to the carrier's site and download the file again. If it opens in your spreadsheet, choose Save As and CSV UTF-8 there`

/**
 * Decodes UTF-8, UTF-16 (both byte orders, with or without BOM) and Windows-1252. Invalid UTF-8 means Windows-1252 if
 * everything before was ASCII; mixed with real UTF-8 it throws UnreadableText, since guessing would garble names. Characters that
 * no one sees are left out. Fails with `upload.not_csv` for other kinds of files and `upload.unreadable` for an empty one.
 */
export async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const source = chunks[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  let ended = false
  while (start.length < sniffLength && !ended) {
    const next = await source.next()
    if (next.done) ended = true
    else start = Buffer.concat([start, next.value])
  }
  if (start.length === 0) fail('upload.unreadable', { message: 'The file is empty' })
  const other = whatItIs(start)
  if (other !== undefined) fail('upload.not_csv', { message: `Only a .csv file is accepted. ${other}` })
  const read = decoderOf(start)
  yield* read(start, ended)
  while (!ended) {
    const next = await source.next()
    ended = next.done === true
    yield* read(next.done ? Buffer.alloc(0) : asBuffer(next.value), ended)
  }
}

/** What a file is that is no CSV, and what to do. */
function whatItIs(start: Buffer): string | undefined {
  const begin = start.toString('hex', 0, 4)
  if (webPage.test(start.toString('latin1', 0, 256))) return downloadAgain
  return otherFiles.find(({ magic }) => magic.some((sign) => begin.startsWith(sign)))?.message
}

type Decoder = (bytes: Buffer, last: boolean) => Generator<string>

function decoderOf(start: Buffer): Decoder {
  const mark = start.toString('hex', 0, 4)
  if (mark === 'fffe0000' || mark === '0000feff')
    fail('upload.unreadable', { message: 'UTF-32 files are not accepted; save it as UTF-8' })
  if (mark.startsWith('efbbbf')) return skipping(3, utf8Decoder())
  if (mark.startsWith('fffe')) return skipping(2, utf16Decoder('utf-16le'))
  if (mark.startsWith('feff')) return skipping(2, utf16Decoder('utf-16be'))
  const [even, odd] = nulShares(start.subarray(0, sniffLength))
  if (odd > 0.3 && even < 0.1) return utf16Decoder('utf-16le')
  if (even > 0.3 && odd < 0.1) return utf16Decoder('utf-16be')
  return utf8Decoder()
}

/** Share of zeros at even and odd positions: ASCII text in UTF-16 has a zero in every second byte. */
function nulShares(bytes: Buffer): [number, number] {
  const counts: [number, number] = [0, 0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) counts[at % 2 === 0 ? 0 : 1]++
  return [(counts[0] * 2) / bytes.length, (counts[1] * 2) / bytes.length]
}

function skipping(length: number, decode: Decoder): Decoder {
  let left = length
  return (bytes, last) => {
    const rest = bytes.subarray(left)
    left = 0
    return decode(rest, last)
  }
}

function utf16Decoder(label: 'utf-16le' | 'utf-16be'): Decoder {
  const decoder = new TextDecoder(label, { fatal: true })
  return function* (bytes, last) {
    let text: string
    try {
      text = decoder.decode(bytes, { stream: !last })
    } catch {
      throw new UnreadableText('the text is broken: not UTF-16')
    }
    yield* visibleUntilNul(text)
  }
}

function utf8Decoder(): Decoder {
  let seen: 'ascii' | 'utf8' | 'windows-1252' = 'ascii'
  let rest = Buffer.alloc(0)
  return function* (fresh, last) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh
    rest = Buffer.alloc(0)
    if (seen !== 'windows-1252') {
      const end = last ? bytes.length : bytes.length - unfinished(bytes)
      const valid = isUtf8(bytes.subarray(0, end)) ? end : validLength(bytes)
      const good = bytes.subarray(0, valid)
      if (seen === 'ascii' && !isAscii(good)) seen = 'utf8'
      if (good.length > 0) yield* visibleUntilNul(good.toString('utf8'))
      if (valid === end) {
        rest = Buffer.from(bytes.subarray(end))
        return
      }
      if (seen === 'utf8') throw new UnreadableText('the text is broken: not UTF-8')
      seen = 'windows-1252'
      bytes = bytes.subarray(valid)
    }
    yield* visibleUntilNul(windows1252(bytes))
  }
}

function windows1252(bytes: Buffer): string {
  const text = iconv.decode(bytes, 'win1252')
  if (/[\xc3-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}/.test(bytes.toString('latin1')))
    throw new UnreadableText('the text mixes UTF-8 and Windows-1252')
  if (text.includes('\ufffd')) throw new UnreadableText('the text is neither UTF-8 nor Windows-1252')
  return text
}

function* visibleUntilNul(text: string): Generator<string> {
  const at = text.indexOf('\0')
  if (at < 0) return yield visibleText(text)
  yield visibleText(text.slice(0, at))
  throw new UnreadableText('the text contains a NUL character')
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Number of trailing bytes of an incomplete character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < sequenceLength(byte) ? back : 0
  }
  return 0
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
}

/** Length of the valid prefix. Slow (character by character), so only called after an error. */
function validLength(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] ?? 0)
    if (!isUtf8(bytes.subarray(at, at + length))) return at
    at += length
  }
  return at
}
