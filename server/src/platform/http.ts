import { anyone, mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { type ExportFormat, mediaTypes, type Route } from '@coverdesk/domain/platform/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from './export-file.ts'
import { type Bind, type Call, type Download, type Handler, JsonText, type Services } from './http-call.ts'
import { cookiesOf } from './http-cookie.ts'
import { uploadedFile } from './http-file.ts'
import { inactivityLimit } from './inactivity.ts'
import type { SignedIn } from './session.ts'

/** A handler as the door sees it: what it takes was made by the route's own schema, which the generic type no longer shows here. */
type AnyHandler = (call: Call & { user?: SignedIn }, input: unknown) => Promise<unknown>

/**
 * The one door: every contract route is bound here and nowhere else. In this order: session, permission, input parsed
 * by the contract's schema, the handler, output stripped to its schema. A route without an `allow` expression, or with
 * an empty one, does not start (P-24).
 */
export function binder(app: FastifyInstance, services: Services, bound: Set<Route>): Bind {
  return <R extends Route>(route: R, handler: Handler<R>) => {
    if (route.allow.trim() === '') throw new Error(`${route.method} ${route.path} declares no permission`)
    if (bound.has(route)) throw new Error(`${route.method} ${route.path} is bound twice`)
    bound.add(route)
    const act = (request: FastifyRequest, reply: FastifyReply) =>
      answer(services, route, handler as AnyHandler, request, reply)
    for (const path of [route.path, ...(route.alsoAt ?? [])])
      app.route({
        method: route.method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: { takesFile: route.body === 'file' },
        handler: act,
      })
  }
}

async function answer(
  services: Services,
  route: Route,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (route.ownPagesOnly) refuseOtherPages(request)
  const asked = route.allow !== anyone || (route.knowsWho === true && request.headers.authorization !== undefined)
  const user = asked ? await personOf(services, route, request) : null
  if (user?.enrolling && !route.whileEnrolling) fail('second_factor.needed')
  if (user && route.allow !== signedIn && route.allow !== anyone && !mayPass(route.allow, user)) fail('right.missing')
  const format = wantedFormat(route, request)
  const upload = route.body === 'file' ? await uploadedFile(request) : null
  const input = route.input.parse({
    ...membersOf(request.query),
    ...(upload ? upload.fields : membersOf(request.body)),
    ...membersOf(request.params),
  })
  const call: Call & { user?: SignedIn } = {
    db: services.db,
    now: services.now(),
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    host: request.hostname,
    cookies: cookiesOf(request, reply, services.config.publicUrl.startsWith('https:')),
    log: request.log,
    services,
    audit: { userId: user?.id ?? null, sessionId: user?.sessionId ?? null, address: request.ip, requestId: request.id },
    file: upload?.file ?? null,
    format,
    caller: user,
    ...(user ? { user } : {}),
  }
  return send(route, await handler(call, input), reply)
}

function send(route: Route, result: unknown, reply: FastifyReply): unknown {
  void reply.header('cache-control', 'no-store')
  if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text)
  if (isDownload(result))
    return reply
      .type(result.mediaType)
      .header('content-disposition', contentDisposition(result.fileName))
      .send(result.stream)
  const output = route.output.parse(result)
  // Nothing to answer is an answer too, where the contract says so.
  if (output === null) return reply.status(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(output))
}

async function personOf(services: Services, route: Route, request: FastifyRequest): Promise<SignedIn> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return fail('session.required')
  return await services.sessions.personOf(services.db, token, {
    background: route.background === true,
    whilePending: route.whilePending === true,
    inactivitySeconds: inactivityLimit(services.config, request.hostname),
  })
}

/** What browsers say of a call that neither our pages nor a program made: another site's, or an address typed or clicked. */
function refuseOtherPages(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin')
    fail('right.missing', { message: 'This address is for calls from our own pages' })
}

/** The export format that Accept asks for first; JSON when it asks for nothing in particular. */
function wantedFormat(route: Route, request: FastifyRequest): ExportFormat | null {
  if (!route.formats) return null
  for (const part of (request.headers.accept ?? '').toLowerCase().split(',')) {
    const type = part.split(';')[0]?.trim() ?? ''
    if (type === '' || type === '*/*' || type === 'application/*' || type === 'application/json') return null
    const format = route.formats.find(
      (offered) => type === mediaTypes[offered] || type === `application/${offered}` || type === offered,
    )
    if (format) return format
  }
  return request.headers.accept ? fail('request.not_acceptable') : null
}

function membersOf(part: unknown): Record<string, unknown> {
  if (part === null || part === undefined) return {}
  if (typeof part !== 'object' || Array.isArray(part)) return fail('request.malformed')
  return { ...part }
}

function isDownload(result: unknown): result is Download {
  return typeof result === 'object' && result !== null && 'stream' in result && 'mediaType' in result
}
