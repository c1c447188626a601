import { Socket } from 'node:net'
import { fail } from '@coverdesk/domain/failures.ts'
import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { belongsToApi } from './web-page.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/** Headers of every answer, errors included (P-42): CSP with a nonce of its own, no framing, no sniffing. */
export async function securityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(fastifyHelmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // React writes style attributes (widths, positions); they run nothing.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
}

/** Longest that a handler may work without sending anything; longer work is a run that is asked about. */
const longestAnswer = 15 * 60_000

/**
 * Refuses odd requests before anything reads them (P-43, P-44, P-50): unknown methods, compressed bodies, and calls that a
 * browser makes from another site.
 */
export function requestGuards(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (!belongsToApi(request.url)) return
    // An idle sender is cut off, but one who waits for the answer to what was sent is not idle.
    const { socket } = request.raw
    if (socket instanceof Socket) request.raw.once('end', () => socket.setTimeout(longestAnswer))
    void reply.header('cache-control', 'no-store')
    if (!methods.has(request.method)) fail('request.method_not_allowed')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      fail('request.unsupported_media', { message: 'Compressed requests are not accepted' })
    const site = request.headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site')
      fail('right.missing', { message: 'Calls from other sites are refused' })
  })
}
