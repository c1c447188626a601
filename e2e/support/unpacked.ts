import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'

// What was cut off in the middle is read as far as it goes.
const partly = { finishFlush: constants.Z_SYNC_FLUSH }
const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes, partly),
  deflate: (bytes) => inflateSync(bytes, partly),
  br: (bytes) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (bytes) => zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush }),
}

/** The body of an answer as it was before it was packed; of a workbook, all its parts behind it. */
export function unpacked(body: Buffer, headers: Record<string, unknown>): Buffer {
  const named = (name: string) =>
    String(Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '').toLowerCase()
  const plain = body.length > 0 ? (unpack[named('content-encoding')]?.(body) ?? body) : body
  return plain.subarray(0, 2).toString() === 'PK' ? Buffer.concat([plain, ...partsOfZip(plain)]) : plain
}

/** The parts of a zip, each from its own header on. */
function partsOfZip(zip: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = zip.indexOf('PK\x03\x04'); at >= 0; at = zip.indexOf('PK\x03\x04', at + 4)) {
    if (at + 30 > zip.length || zip.readUInt16LE(at + 8) !== 8) continue
    const begins = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    try {
      parts.push(inflateRawSync(zip.subarray(begins), partly))
    } catch {
      // Four bytes inside a part that only look like a header.
    }
  }
  return parts
}
