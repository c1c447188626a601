import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'

// Decodes truncated bodies as far as possible.
const tolerant = { finishFlush: constants.Z_SYNC_FLUSH }
const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes, tolerant),
  deflate: (bytes) => inflateSync(bytes, tolerant),
  br: (bytes) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (bytes) => zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush }),
}

/** Body of a response without its compression, followed by all parts of a workbook or the text of a PDF. */
export function decodeBody(body: Buffer, headers: Record<string, unknown>): Buffer {
  const named = (name: string) =>
    String(Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '').toLowerCase()
  const plain = body.length > 0 ? (decoders[named('content-encoding')]?.(body) ?? body) : body
  if (plain.subarray(0, 2).toString() === 'PK') return Buffer.concat([plain, ...partsOfZip(plain)])
  return plain.subarray(0, 4).toString() === '%PDF' ? Buffer.concat([plain, ...textsOfPdf(plain)]) : plain
}

/** Text of a PDF: its streams, and each string of glyph codes read with each font's ToUnicode map (PDF 32000, 9.10.3). */
function textsOfPdf(pdf: Buffer): Buffer[] {
  const streams: Buffer[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    try {
      streams.push(inflateSync(pdf.subarray(at + 7), tolerant))
    } catch {
      // An "endstream", or a stream without compression.
    }
  }
  const texts = streams.map((stream) => stream.toString('latin1'))
  const fonts = texts.filter((text) => text.includes('begincmap')).map(glyphsOf)
  // Kerning cuts the string of a line into several within one array.
  const strings = texts.flatMap((text) =>
    [...text.matchAll(/<[0-9a-f]+>(?= Tj)|\[[^\]]*\](?= TJ)/gi)].map(([part]) =>
      [...part.matchAll(/<([0-9a-f]+)>/gi)].map(([, code = '']) => code).join(''),
    ),
  )
  const read = fonts.map((glyphs) => strings.map((code) => code.replace(/.{4}/g, (glyph) => glyphs.get(glyph) ?? '')))
  return [...streams, ...read.map((lines) => Buffer.from(lines.join('\n')))]
}

/** Text of each glyph code of a font, from the ranges of its ToUnicode map. */
function glyphsOf(map: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      const units = code.match(/[0-9a-f]{4}/gi) ?? []
      glyphs.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
  return glyphs
}

/** The parts of a zip, found by their local headers. */
function partsOfZip(zip: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = zip.indexOf('PK\x03\x04'); at >= 0; at = zip.indexOf('PK\x03\x04', at + 4)) {
    if (at + 30 > zip.length || zip.readUInt16LE(at + 8) !== 8) continue
    const begins = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    try {
      parts.push(inflateRawSync(zip.subarray(begins), tolerant))
    } catch {
      // Four bytes inside a part that look like a header.
    }
  }
  return parts
}
