import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { isApiCall } from '../web/web-page.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/** Content security policy of a page. Other responses may load nothing. */
const pageSources = (nonces: PageNonces, { forms = [], frames = [] }: OtherOrigins) => ({
  scriptSrc: ["'self'", `'nonce-${nonces.script}'`],
  styleSrc: ["'self'", `'nonce-${nonces.style}'`],
  // React writes style attributes (widths, positions); they cannot run code.
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'", ...forms],
  ...(frames.length > 0 ? { frameSrc: [...frames] } : {}),
})

/**
 * Third-party origins that a page may post forms to, show in a frame, and allow to use the microphone.
 */
export interface OtherOrigins {
  forms?: readonly string[]
  frames?: readonly string[]
  microphones?: readonly string[]
}

/** Browser features that no page uses. Chromium knows all of these names, so none logs a warning. */
const deniedFeatures = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** Delegates the microphone to framed applications. A page can delegate only a feature it is allowed to use itself. */
function permissionsPolicy(microphones: readonly string[]): string {
  const denied = deniedFeatures.map((feature) => `${feature}=()`)
  const allowed = microphones.length > 0 ? ['self', ...microphones.map((origin) => `"${origin}"`)] : []
  return [...denied, `microphone=(${allowed.join(' ')})`].join(', ')
}

/** Nonces of one page's scripts and styles in its content security policy. */
export interface PageNonces {
  script: string
  style: string
}

/**
 * Adds the security headers to every response, errors included (P-42). A page sets its own policy with
 * `reply.pageNonces()`. The headers are computed once: Helmet's per-request work is a tenth of the cost of a small call.
 */
export function securityHeaders(app: FastifyInstance, https: boolean, others: OtherOrigins = {}): void {
  const headers = plainHeaders(https)
  const sources = pageSources({ script: '<script>', style: '<style>' }, others)
  const pagePolicy = helmetHeaders(https, sources)[policyHeader] ?? ''
  const pagePermissions = permissionsPolicy(others.microphones ?? [])
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.decorateReply('pageNonces', function (this: FastifyReply) {
    const nonces = { script: randomBytes(16).toString('hex'), style: randomBytes(16).toString('hex') }
    this.header(policyHeader, pagePolicy.replace('<script>', nonces.script).replace('<style>', nonces.style))
    this.header(permissionsHeader, pagePermissions)
    return nonces
  })
}

/** Security headers of responses other than pages. */
export function plainHeaders(https: boolean): Record<string, string> {
  return { ...helmetHeaders(https, {}), [permissionsHeader]: permissionsPolicy([]) }
}

const policyHeader = 'content-security-policy'
const permissionsHeader = 'permissions-policy'

function helmetHeaders(https: boolean, sources: Record<string, string[]>): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const say = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        ...sources,
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
  say(answer.req, answer, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the page policy, which allows scripts and styles with the returned nonces. */
    pageNonces(): PageNonces
  }
}

/** Maximum time without output from a handler. Longer work runs in the background, and the client polls its state. */
const maxAnswerMs = 15 * 60_000

/**
 * Rejects malformed requests before parsing (P-44, P-50): several Host headers, which a proxy may have read differently
 * (RFC 9112, 3.2), unknown methods and compressed bodies.
 */
export function requestGuards(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (hostsOf(request.raw.rawHeaders) > 1) fail('request.malformed')
    if (!isApiCall(request)) return
    // The idle timeout applies while the client sends, not while it waits for the response.
    const { socket } = request.raw
    if (socket instanceof Socket) request.raw.once('end', () => socket.setTimeout(maxAnswerMs))
    void reply.header('cache-control', 'no-store')
    if (!methods.has(request.method)) fail('request.method_not_allowed')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      fail('request.unsupported_media', { message: 'Compressed requests are not accepted' })
  })
}

/** Counts Host headers; `rawHeaders` alternates names and values. */
function hostsOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length
}
