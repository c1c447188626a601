import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { fail } from '@coverdesk/domain/failures.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { isApiCall } from '../web/web-page.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/** What a page may load beside what nothing else may; an answer that is no page may load nothing at all. */
const pageSources = (nonces: PageNonces, { forms = [], frames = [] }: OtherOrigins) => ({
  scriptSrc: ["'self'", `'nonce-${nonces.script}'`],
  styleSrc: ["'self'", `'nonce-${nonces.style}'`],
  // React writes style attributes (widths, positions); they run nothing.
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'", ...forms],
  ...(frames.length > 0 ? { frameSrc: [...frames] } : {}),
})

/**
 * Origins beside our own that a page has to do with: where it may post a form, whom it may show in a frame, and which of
 * those may use the microphone.
 */
export interface OtherOrigins {
  forms?: readonly string[]
  frames?: readonly string[]
  microphones?: readonly string[]
}

/** Features of browsers that no page of ours uses; Chromium knows all of these names, so that none makes a warning. */
const deniedFeatures = [
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]

/** The microphone is for the applications that a page shows in a frame; a page may pass on only what it may use itself. */
function permissionsPolicy(microphones: readonly string[]): string {
  const denied = deniedFeatures.map((feature) => `${feature}=()`)
  const allowed = microphones.length > 0 ? ['self', ...microphones.map((origin) => `"${origin}"`)] : []
  return [...denied, `microphone=(${allowed.join(' ')})`].join(', ')
}

/** Names one page's own scripts and styles in its content security policy. */
export interface PageNonces {
  script: string
  style: string
}

/**
 * Headers of every answer, errors included (P-42): nothing loads, frames or sniffs. A page asks for its own policy with
 * `reply.pageNonces()`. Helmet works its headers out anew for each answer, a tenth of what a small call costs, so it is
 * asked once and its words are kept.
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

/** The headers of an answer that is no page. */
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
    /** Makes this answer a page: its policy lets its own scripts and styles in by these nonces. */
    pageNonces(): PageNonces
  }
}

/** Longest that a handler may work without sending anything; longer work is a run that is asked about. */
const maxAnswerMs = 15 * 60_000

/**
 * Refuses odd requests before anything reads them (P-44, P-50): several hosts, of which a proxy may have believed another
 * (RFC 9112, 3.2), unknown methods and compressed bodies.
 */
export function requestGuards(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (hostsOf(request.raw.rawHeaders) > 1) fail('request.malformed')
    if (!isApiCall(request)) return
    // An idle sender is cut off, but one who waits for the answer to what was sent is not idle.
    const { socket } = request.raw
    if (socket instanceof Socket) request.raw.once('end', () => socket.setTimeout(maxAnswerMs))
    void reply.header('cache-control', 'no-store')
    if (!methods.has(request.method)) fail('request.method_not_allowed')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      fail('request.unsupported_media', { message: 'Compressed requests are not accepted' })
  })
}

/** Names stand at the even places. */
function hostsOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length
}
