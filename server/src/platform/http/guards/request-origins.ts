import { fail } from '@coverdesk/domain/fail.ts'
import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isApiCall } from '../web/web-page.ts'

/** CORS permissions of listed origins. Credentials are never allowed; the API uses bearer tokens. */
const permissions = {
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposedHeaders: ['content-disposition', 'idempotency-replayed', 'retry-after', 'x-request-id'],
  maxAge: 600,
}

/**
 * Restricts browser calls to our own pages and to fetch from CORS_ORIGINS (P-43); rejects every other cross-site request.
 * Programs send neither Origin nor Sec-Fetch-Site and are restricted by their token alone.
 */
export async function requestOrigins(
  app: FastifyInstance,
  config: { publicUrl: string; corsOrigins: readonly string[] },
): Promise<void> {
  const listed = new Set(config.corsOrigins.map((origin) => origin.toLowerCase()))
  const own = new URL(config.publicUrl).origin

  /** The origin of a fetch that CORS_ORIGINS allows, or false. */
  function allowedOrigin(request: FastifyRequest): string | false {
    const origin = request.headers.origin?.toLowerCase()
    const isApi = isApiCall(request) && /^\/(api|identity|socket\.io)(\/|\?|$)/i.test(pathOf(request))
    const isFetch = (request.headers['sec-fetch-mode'] ?? 'cors') === 'cors'
    return isApi && isFetch && origin !== undefined && listed.has(origin) && origin
  }

  if (listed.size > 0)
    await app.register(fastifyCors, {
      delegator: (request, done) =>
        done(null, {
          ...permissions,
          origin: allowedOrigin(request),
          // Without this header OPTIONS is a request like any other.
          preflight: request.headers['access-control-request-method'] !== undefined,
        }),
    })
  app.addHook('onRequest', async (request) => {
    if (isApiCall(request) && !allowedOrigin(request) && fromElsewhere(request, own))
      fail('right.missing', { message: 'Calls from other sites are refused' })
  })
}

/** Path of the route, which a percent-encoded address has too; `*` is the preflight route of the library. */
function pathOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url === undefined || routeOptions.url === '*' ? url : routeOptions.url
}

/** Whether the request is cross-site by Sec-Fetch-Site, or by Origin in old browsers. */
function fromElsewhere(request: FastifyRequest, own: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'cross-site' || site === 'same-site'
  const origin = request.headers.origin?.toLowerCase()
  return origin !== undefined && origin !== own && URL.parse(origin)?.host !== request.headers.host?.toLowerCase()
}
