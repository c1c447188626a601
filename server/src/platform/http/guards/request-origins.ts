import { fail } from '@coverdesk/domain/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isApiCall } from '../web/web-page.ts'

/** CORS permissions of listed origins. Credentials are never allowed; the API uses bearer tokens. */
const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
}
const exposedHeaders = 'content-disposition, idempotency-replayed, retry-after, x-request-id'

/**
 * Restricts browser calls to our own pages and to fetch from CORS_ORIGINS (P-43); rejects every other cross-site request.
 * Programs send neither Origin nor Sec-Fetch-Site and are restricted by their token alone.
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
      void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders })
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
        return reply.headers(preflight).status(204).send()
      return
    }
    if (fromElsewhere(request, own)) fail('right.missing', { message: 'Calls from other sites are refused' })
  })
}

/** Whether the request is cross-site by Sec-Fetch-Site, or by Origin in old browsers. */
function fromElsewhere(request: FastifyRequest, own: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'cross-site' || site === 'same-site'
  const origin = request.headers.origin?.toLowerCase()
  return origin !== undefined && origin !== own && URL.parse(origin)?.host !== request.headers.host?.toLowerCase()
}
