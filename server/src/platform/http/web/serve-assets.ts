import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Content codings in order of preference, with the extension of the precompressed file. */
const codings = [
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
  /** Content coding of `bytes`. */
  coding: 'br' | 'gzip' | 'none'
}

/**
 * Serves the built scripts, styles and fonts under /assets as immutable, because their names contain a content hash.
 * Caches each in memory, precompressed if the build compressed it: a first screen loads dozens.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const names = new Set(await readdir(folder))
  const cache = new Map<string, Promise<Asset>>()
  const read = (file: string, coding: Asset['coding']) => {
    const asset = cache.get(file) ?? readAsset(join(folder, file), coding)
    cache.set(file, asset)
    // Don't cache a failed read.
    asset.catch(() => cache.delete(file))
    return asset
  }
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = types[extname(name)]
    if (!type || !names.has(name)) return reply.callNotFound()
    const wanted = request.headers['accept-encoding'] ?? ''
    const packed = codings.find(({ coding, ending }) => names.has(name + ending) && takes(wanted, coding))
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

/** Whether Accept-Encoding allows a coding; `q=0` excludes it. */
function takes(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...settings] = part.split(';').map((word) => word.trim().toLowerCase())
    return name === coding && !settings.some((setting) => /^q=0(\.0*)?$/.test(setting))
  })
}
