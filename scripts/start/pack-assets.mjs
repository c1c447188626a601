import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packings = [
  {
    ending: '.br',
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
  },
  // For addresses without https, where browsers take no Brotli.
  { ending: '.gz', pack: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
]
/** Less than this travels in one packet as it is. */
const least = 1024

/**
 * Leaves beside each script and style its packed forms, as small as they can be had, for the server to send as they are
 * (web-assets.ts): packed anew for each visitor they would be larger, and cost more than all else of an answer.
 */
export async function packAssets(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      if (bytes.byteLength < least) return
      await Promise.all(
        packings.map(async ({ ending, pack }) => writeFile(join(folder, name + ending), await pack(bytes))),
      )
    }),
  )
}
