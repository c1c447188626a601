import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** How an asset goes over the line, the best first, with the ending of the file that the build packed so. */
const packings = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

interface Asset {
  bytes: Buffer
  etag: string
  /** The answer may be packed on its way where the build did not do it. */
  coding: 'br' | 'gzip' | 'none'
}

/**
 * Serves the built scripts, styles and fonts under /assets, for ever, as their names say what they hold. A first screen asks
 * for dozens of them, so each is read once and kept in memory as it goes over the line: as the build packed it, or
 * as it is. A name that is not there is answered as every unknown address.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const names = new Set(await readdir(folder))
  const kept = new Map<string, Promise<Asset>>()
  const read = (file: string, coding: Asset['coding']) => {
    const asset = kept.get(file) ?? readAsset(join(folder, file), coding)
    kept.set(file, asset)
    // One that could not be read is read anew the next time.
    asset.catch(() => kept.delete(file))
    return asset
  }
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = types[extname(name)]
    if (!type || !names.has(name)) return reply.callNotFound()
    const wanted = request.headers['accept-encoding'] ?? ''
    const packed = packings.find(({ coding, ending }) => names.has(name + ending) && takes(wanted, coding))
    const { bytes, etag, coding } = await read(name + (packed?.ending ?? ''), packed?.coding ?? 'none')
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (coding !== 'none') reply.header('content-encoding', coding)
    return reply.type(type).send(bytes)
  })
}

async function readAsset(file: string, coding: Asset['coding']): Promise<Asset> {
  const bytes = await readFile(file)
  return { bytes, coding, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Whether an Accept-Encoding names a coding, and does not refuse it by `q=0`. */
function takes(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...settings] = part.split(';').map((word) => word.trim().toLowerCase())
    return name === coding && !settings.some((setting) => /^q=0(\.0*)?$/.test(setting))
  })
}
