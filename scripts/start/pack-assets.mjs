import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const encodings = [
  {
    ending: '.br',
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
  },
  // For http without TLS, where browsers do not accept Brotli.
  { ending: '.gz', pack: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
]
/** Smaller files fit into one packet uncompressed. */
const minBytes = 1024

/**
 * Writes maximally compressed copies next to each script and style for the server to send as they are (serve-assets.ts):
 * compression per request would cost more than the rest of a response, for larger files.
 */
export async function packAssets(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      if (bytes.byteLength < minBytes) return
      await Promise.all(
        encodings.map(async ({ ending, pack }) => writeFile(join(folder, name + ending), await pack(bytes))),
      )
    }),
  )
}
