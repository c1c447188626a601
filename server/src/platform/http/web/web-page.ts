import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Brands, brandOf } from '../../config/brands.ts'
import { serveAssets } from './serve-assets.ts'

/**
 * Serves the built web application: hashed assets for a year, and the page for every other address, uncached
 * (SHELL-47), with its nonces and the brand of the host. Unknown addresses below /api, /identity and /health respond
 * with JSON (API-07).
 */
export async function serveWebPage(
  app: FastifyInstance,
  options: { folder: string; brands: Brands; buildId: string },
): Promise<void> {
  const page = await readFile(join(options.folder, 'index.html'), 'utf8')
  // Styles have a separate nonce; the page's code reads it from <meta> for the style tags it adds.
  const parts = page
    .replaceAll('__BUILD_ID__', options.buildId)
    .replace(/(<(?:style|link|meta)\b[^<>]*)__CSP_NONCE__/g, '$1__STYLE_NONCE__')
  await serveAssets(app, join(options.folder, 'assets'))
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const nonces = reply.pageNonces()
    const brand = JSON.stringify(brandOf(options.brands, request.hostname)).replaceAll('<', '\\u003c')
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        parts
          .replaceAll('__CSP_NONCE__', nonces.script)
          .replaceAll('__STYLE_NONCE__', nonces.style)
          .replaceAll('__BRAND__', () => brand),
      )
  }
  const icon = await readFile(join(options.folder, 'favicon.svg'))
  app.get('/favicon.svg', (_request, reply) =>
    reply.header('cache-control', 'max-age=86400').type('image/svg+xml').send(icon),
  )
  app.get('/', show)
  app.get('/*', (request, reply) => (belongsToApi(request.url) ? reply.callNotFound() : show(request, reply)))
}

/** Build id: a hash of the built page. */
export async function buildIdOf(folder: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, 'index.html')))
    .digest('hex')
    .slice(0, 16)
}

/** Like `belongsToApi`, but also for percent-encoded addresses such as /%61pi/Policies. */
export function isApiCall(request: FastifyRequest): boolean {
  return belongsToApi(request.url) || belongsToApi(request.routeOptions.url ?? '')
}

export function belongsToApi(url: string): boolean {
  return /^\/(api|identity|health|assets|socket\.io)(\/|\?|$)/i.test(url)
}
