import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'

// Decodes truncated bodies as far as possible.
const tolerant = { finishFlush: constants.Z_SYNC_FLUSH }
const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes, tolerant),
  deflate: (bytes) => inflateSync(bytes, tolerant),
  br: (bytes) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (bytes) => zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush }),
}

/** Decompresses a response body; appends the parts of a zip archive such as a workbook. */
export function decodeBody(body: Buffer, headers: Record<string, unknown>): Buffer {
  const named = (name: string) =>
    String(Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '').toLowerCase()
  const plain = body.length > 0 ? (decoders[named('content-encoding')]?.(body) ?? body) : body
  return plain.subarray(0, 2).toString() === 'PK' ? Buffer.concat([plain, ...partsOfZip(plain)]) : plain
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
