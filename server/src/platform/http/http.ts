import type { KeyObject } from 'node:crypto'
import { anyone, mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { type ExportFormat, mediaTypes, type Route } from '@coverdesk/domain/platform/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import { auditKey } from '../audit/audit-mac.ts'
import { activeEmergency, emergencyReader, readsOnly } from '../auth/emergency-reader.ts'
import { inactivityLimit } from '../auth/inactivity.ts'
import type { SignedIn } from '../auth/session.ts'
import { contentDisposition } from './export-file.ts'
import { type Bind, type Call, type Handler, isDownload, JsonText, type Services } from './http-call.ts'
import { cookiesOf } from './http-cookie.ts'
import { failureOf, noteCaller } from './http-errors.ts'
import { formOf, uploadedFile } from './http-file.ts'
import { membersSigned, signedRequest } from './http-signed.ts'
import { keyedRequest, keyHeader, replayHeader } from './idempotency/idempotency-key.ts'
import { type KeyedOutcome, onceByKey } from './idempotency/once-by-key.ts'
import { publicBodyLimit, refuseOversizedInput } from './input/input-limits.ts'
import { type RequestAudit, requestAudit } from './request-audit.ts'
import { refuseInfected } from './virus-scan.ts'

/** A handler as the door sees it: what it takes was made by the route's own schema, which the generic type no longer shows here. */
type AnyHandler = (call: Call & { user?: SignedIn }, input: unknown) => Promise<unknown>

/** A bound route with everything that a call of it needs. */
interface Door {
  services: Services
  route: Route
  handler: AnyHandler
  record: RequestAudit
  key: KeyObject
  once: ReturnType<typeof onceByKey>
}

/**
 * The one door: every contract route is bound here and nowhere else. In this order: session, permission, input parsed
 * by the contract's schema, the handler, the audit event of what is shown or refused, output stripped to its schema. A
 * route without an `allow` expression, or with an empty one, does not start (P-24).
 */
export function binder(
  app: FastifyInstance,
  services: Services,
  bound: Set<Route>,
  record: RequestAudit = requestAudit(services.db),
): Bind {
  const key = auditKey(services.config.auditSecret)
  const once = onceByKey(services.db, services.sealer)
  return <R extends Route>(route: R, handler: Handler<R>) => {
    if (route.allow.trim() === '') throw new Error(`${route.method} ${route.path} declares no permission`)
    if (bound.has(route)) throw new Error(`${route.method} ${route.path} is bound twice`)
    bound.add(route)
    const door = { services, route, handler: handler as AnyHandler, record, key, once }
    for (const path of [route.path, ...(route.alsoAt ?? [])])
      app.route({
        method: route.method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        ...bodyLimitOf(route),
        config: { takesFile: route.body === 'file', signed: route.signed },
        handler: (request, reply) => answer(door, request, reply),
      })
  }
}

/** What a stranger sends is small, or the contract says why it is not. */
function bodyLimitOf({ allow, maxBody }: Route): { bodyLimit?: number } {
  if (maxBody) return { bodyLimit: maxBody.bytes }
  return allow === anyone ? { bodyLimit: publicBodyLimit } : {}
}

async function answer(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { route, record } = door
  const source: AuditSource = {
    userId: null,
    sessionId: null,
    address: request.ip,
    requestId: request.id,
    key: door.key,
  }
  try {
    const person = await authenticate(door, request)
    source.userId = person?.id ?? null
    source.sessionId = person?.sessionId ?? null
    const emergency = activeEmergency(person, door.services.now())
    const opened = emergency && person && readsOnly(route, wantedFormat(route, request))
    if (opened) source.emergencyId = emergency.id
    const user = opened ? emergencyReader(person) : person
    if (user) refuseWithoutRight(route, user)
    if (door.services.disk.low() && takesSpace(route, request)) fail('server.disk_low')
    const { call, input } = await callOf(door, request, reply, source, user)
    const outcome = await carryOut(door, request, call, input)
    if ('replayed' in outcome) return sendJson(outcome.replayed, reply.header(replayHeader, 'true'))
    const { result } = outcome
    try {
      await record.read(route, source, input, result)
    } catch (error) {
      if (isDownload(result)) result.stream.destroy()
      throw error
    }
    return send(route, result, reply)
  } catch (error) {
    noteCaller(request, source.userId)
    await record.refusal(route, source, request.params, failureOf(error))
    throw error
  }
}

/** Runs the handler; a request with an `Idempotency-Key` at most once. */
async function carryOut(
  { route, handler, key, once }: Door,
  request: FastifyRequest,
  call: Call & { user?: SignedIn },
  input: unknown,
): Promise<KeyedOutcome<unknown>> {
  const run = () => handler(call, input)
  const caller = { userId: call.caller?.id ?? null, now: call.now, secret: key }
  const keyed = keyedRequest(route, request.headers[keyHeader], caller, { input, file: call.formFile })
  return keyed ? await once(keyed, { run, serialize: (result) => jsonOf(route, result) }) : { result: await run() }
}

/** The JSON of an answer; null for what does not fit the route's output. */
function jsonOf(route: Route, result: unknown): string | null {
  if (result instanceof JsonText) return result.text
  const output = route.output.safeParse(result)
  return output.success ? JSON.stringify(output.data) : null
}

async function authenticate({ services, route }: Door, request: FastifyRequest): Promise<SignedIn | null> {
  if (route.ownPagesOnly) refuseOtherPages(request)
  const asked = route.allow !== anyone || (route.knowsWho === true && request.headers.authorization !== undefined)
  return asked ? await personOf(services, route, request) : null
}

/** Refuses whoever lacks the right to a route, over HTTP and over the socket. */
export function refuseWithoutRight(route: Route, user: SignedIn): void {
  if (user.enrolling && !route.whileEnrolling) fail('second_factor.needed')
  if (route.allow !== signedIn && route.allow !== anyone && !mayPass(route.allow, user)) fail('right.missing')
}

/** True of calls that would save, load or export something; those that only leave a line in the record go on (P-79). */
function takesSpace(route: Route, request: FastifyRequest): boolean {
  if (route.whileDiskIsLow) return false
  if (route.body === 'file' || typeof route.body === 'object' || wantedFormat(route, request)) return true
  return route.audit === 'own' || (route.method !== 'GET' && 'nothing' in route.audit)
}

async function callOf(
  { services, route }: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  audit: AuditSource,
  user: SignedIn | null,
): Promise<{ call: Call & { user?: SignedIn }; input: unknown }> {
  const format = wantedFormat(route, request)
  const upload = route.body === 'file' ? await uploadedFile(request) : null
  const form = typeof route.body === 'object' ? await formOf(request, route.body) : null
  if (form?.file && services.config.virusScanner) await refuseInfected(services.config.virusScanner, form.file)
  const signed = route.signed ? signedRequest(request) : null
  const sent = signed && route.signed ? membersSigned(signed, route.signed) : request.body
  const members = upload?.fields ?? form?.fields ?? membersOf(sent)
  refuseOversizedInput(request.query)
  refuseOversizedInput(members)
  const input = route.input.parse({
    ...membersOf(request.query),
    ...members,
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
    audit,
    reads: route.audit !== 'own' && 'reads' in route.audit ? route.audit.reads : null,
    file: upload?.file ?? null,
    formFile: form?.file ?? null,
    signed,
    format,
    caller: user,
    ...(user ? { user } : {}),
  }
  return { call, input }
}

function send(route: Route, result: unknown, reply: FastifyReply): unknown {
  if (result instanceof JsonText) return sendJson(result.text, reply)
  void reply.header('cache-control', 'no-store')
  if (isDownload(result))
    // What others sent in runs nowhere, even where a browser is made to show it (P-52).
    return reply
      .header('content-security-policy', `${String(reply.getHeader('content-security-policy'))};sandbox`)
      .type(result.mediaType)
      .header('content-disposition', contentDisposition(result.fileName))
      .send(result.stream)
  return sendJson(JSON.stringify(route.output.parse(result)), reply)
}

function sendJson(text: string, reply: FastifyReply): unknown {
  void reply.header('cache-control', 'no-store')
  // Nothing to answer is an answer too, where the contract says so.
  if (text === 'null') return reply.status(204).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

async function personOf(services: Services, route: Route, request: FastifyRequest): Promise<SignedIn> {
  const [scheme, token, ...more] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || more.length > 0) return fail('session.required')
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
