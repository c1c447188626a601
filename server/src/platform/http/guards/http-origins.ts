import { fail } from '@coverdesk/domain/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isApiCall } from '../web/web-page.ts'

/** What a page of a listed origin may ask and see; never credentials of the browser, which we have none of. */
const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
}
const seen = 'content-disposition, idempotency-replayed, retry-after, x-request-id'

/**
 * Who may call the API out of a browser (P-43): our own pages, and pages of the origins listed in CORS_ORIGINS by fetch.
 * Everything else that a browser sends from elsewhere, be it fetch, image or form, is refused. Programs send neither
 * Origin nor Sec-Fetch-Site and are let in: what they may do hangs on their token.
 */
export function requestOrigins(
  app: FastifyInstance,
  config: { publicUrl: string; corsOrigins: readonly string[] },
): void {
  const listed = new Set(config.corsOrigins.map((origin) => origin.toLowerCase()))
  const own = new URL(config.publicUrl).origin
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return
    const origin = request.headers.origin?.toLowerCase()
    if (listed.size > 0) void reply.header('vary', 'Origin')
    const api = /^\/(api|identity)(\/|\?|$)/i.test(request.routeOptions.url ?? request.url)
    if (api && origin !== undefined && listed.has(origin) && (request.headers['sec-fetch-mode'] ?? 'cors') === 'cors') {
      void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': seen })
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
        return reply.headers(preflight).status(204).send()
      return
    }
    if (fromElsewhere(request, own)) fail('right.missing', { message: 'Calls from other sites are refused' })
  })
}

/** What the browser itself says of the page that calls; one too old to say it names at least the origin. */
function fromElsewhere(request: FastifyRequest, own: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'cross-site' || site === 'same-site'
  const origin = request.headers.origin?.toLowerCase()
  return origin !== undefined && origin !== own && URL.parse(origin)?.host !== request.headers.host?.toLowerCase()
}
