import type { KeyObject } from 'node:crypto'
import { anyone, mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { ConsentRule } from '@coverdesk/domain/platform/consent-rule.ts'
import { type ExportFormat, mediaTypes, type Route } from '@coverdesk/domain/platform/route.ts'
import { routerPath } from '@coverdesk/domain/platform/route-request.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import { auditKey } from '../audit/audit-mac.ts'
import { activeEmergency, emergencyReader, readsOnly } from '../auth/emergency-reader.ts'
import { inactivityLimit } from '../auth/inactivity.ts'
import type { SignedIn } from '../auth/session.ts'
import { noteOwnWrite } from '../db/standby/standby.ts'
import { cookiesOf } from './cookies.ts'
import { contentDisposition } from './export-file.ts'
import { type Bind, type Call, type Handler, isDownload, JsonText, type Services } from './http-call.ts'
import { failureOf, invalidInput, rememberCaller } from './http-errors.ts'
import { formOf, uploadedFile } from './http-file.ts'
import { parseSignedBody, signedRequest } from './http-signed.ts'
import { keyedRequest, keyHeader, replayHeader } from './idempotency/idempotency-key.ts'
import { type KeyedOutcome, onceByKey } from './idempotency/once-by-key.ts'
import { publicBodyLimit, refuseOversizedInput } from './input/input-limits.ts'
import { type RecordReader, recordPathOf, withoutReadOnly } from './input/read-only-members.ts'
import { refuseInfected } from './refuse-infected.ts'
import { type RequestAudit, requestAudit } from './request-audit.ts'
import { withDeclaredExchange } from './with-declared-exchange.ts'

/** Handler of any route. Its input was parsed by the route's own schema; the generic type is erased here. */
type AnyHandler = (call: Call & { user?: SignedIn }, input: unknown) => Promise<unknown>

/** Fails unless the client has signed what a route declares; see `clientConsent` of a route. */
export type ConsentGate = (call: Call, rule: ConsentRule, input: unknown) => Promise<void>

/** Route with its handler and the dependencies of its request pipeline. */
interface BoundRoute {
  services: Services
  route: Route
  handler: AnyHandler
  record: RequestAudit
  key: KeyObject
  once: ReturnType<typeof onceByKey>
  refuseWithoutConsent: ConsentGate
  /** Bound GET routes by path. */
  reads: Map<string, Pick<BoundRoute, 'route' | 'handler'>>
}

/**
 * Binds contract routes to the request pipeline, in this order: session, permission, input parsing, client consent, handler, audit
 * event, output stripped to its schema. Throws for a route without a permission (P-24).
 */
export function binder(
  app: FastifyInstance,
  services: Services,
  bound: Set<Route>,
  {
    record = requestAudit(services.db),
    refuseWithoutConsent,
  }: { record?: RequestAudit; refuseWithoutConsent: ConsentGate },
): Bind {
  const key = auditKey(services.config.auditSecret)
  const once = onceByKey(services.db, services.sealer)
  const reads: BoundRoute['reads'] = new Map()
  return <R extends Route>(route: R, handler: Handler<R>) => {
    if (route.standby && route.method !== 'GET') throw new Error(`${route.method} ${route.path} is no read`)
    if (route.allow.trim() === '') throw new Error(`${route.method} ${route.path} declares no permission`)
    if (bound.has(route)) throw new Error(`${route.method} ${route.path} is bound twice`)
    bound.add(route)
    const binding: BoundRoute = {
      route,
      handler: handler as AnyHandler,
      record,
      key,
      once,
      refuseWithoutConsent,
      reads,
      services: withDeclaredExchange(services, route),
    }
    if (route.method === 'GET') reads.set(route.path, binding)
    for (const path of [route.path, ...(route.alsoAt ?? [])])
      app.route({
        method: route.method,
        url: routerPath(path),
        ...bodyLimitOf(route),
        config: { takesFile: route.body === 'file', signed: route.signed },
        handler: (request, reply) => handleRequest(binding, request, reply),
      })
  }
}

/** Limits the body of public routes unless their contract declares a larger one. */
function bodyLimitOf({ allow, maxBody }: Route): { bodyLimit?: number } {
  if (maxBody) return { bodyLimit: maxBody.bytes }
  return allow === anyone ? { bodyLimit: publicBodyLimit } : {}
}

async function handleRequest(binding: BoundRoute, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { route, record } = binding
  const source: AuditSource = {
    userId: null,
    sessionId: null,
    address: request.ip,
    requestId: request.id,
    key: binding.key,
  }
  try {
    const caller = await authenticate(binding, request)
    source.userId = caller?.id ?? null
    source.sessionId = caller?.sessionId ?? null
    const emergency = activeEmergency(caller, binding.services.now())
    const opened = emergency && caller && readsOnly(route, wantedFormat(route, request))
    if (opened) source.emergencyId = emergency.id
    const user = opened ? emergencyReader(caller) : caller
    if (user) refuseWithoutRight(route, user)
    if (binding.services.disk.low() && needsDiskSpace(route, request)) fail('server.disk_low')
    const { call, input } = await callOf(binding, request, reply, source, user)
    const rule = route.clientConsent
    if (rule && 'scopes' in rule) await binding.refuseWithoutConsent(call, rule, input)
    const outcome = await runOnStandby(binding, request, call, input)
    await noteWrite(binding, source.userId, request)
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
    rememberCaller(request, source.userId)
    await record.refusal(route, source, request.params, failureOf(error))
    throw error
  }
}

/** Runs the handler on the standby where the route allows it and the standby can answer; on the primary otherwise. */
async function runOnStandby(
  binding: BoundRoute,
  request: FastifyRequest,
  call: Call & { user?: SignedIn },
  input: unknown,
): Promise<KeyedOutcome<unknown>> {
  const { route, services } = binding
  const mayRead = route.standby === 'always' || (route.standby === 'files' && call.format !== null)
  const db = mayRead && call.user && services.standby ? await services.standby.find(call.user.writtenLsn) : null
  if (db) {
    try {
      return await runHandler(binding, request, { ...call, db }, input)
    } catch (error) {
      if (error instanceof Failure) throw error
      // It went down, or canceled the query because it had to replay a change.
      services.standby?.reportFailure(error)
    }
  }
  return await runHandler(binding, request, call, input)
}

/** Keeps the standby from answering the user until it has replayed what this call wrote. */
async function noteWrite(
  { services, route }: BoundRoute,
  userId: number | null,
  request: FastifyRequest,
): Promise<void> {
  if (!services.standby || userId === null || (route.method === 'GET' && route.audit !== 'own')) return
  if (route.standby) return
  try {
    await noteOwnWrite(services.db, userId)
  } catch (err) {
    // The write is committed, so the answer must not become an error.
    request.log.error({ err }, "The position of a user's write could not be noted")
  }
}

/** Runs the handler; a request with an `Idempotency-Key` at most once. */
async function runHandler(
  { route, handler, key, once }: BoundRoute,
  request: FastifyRequest,
  call: Call & { user?: SignedIn },
  input: unknown,
): Promise<KeyedOutcome<unknown>> {
  const run = () => handler(call, input)
  const caller = { userId: call.caller?.id ?? null, now: call.now, secret: key }
  const keyed = keyedRequest(route, request.headers[keyHeader], caller, { input, file: call.formFile })
  return keyed ? await once(keyed, { run, serialize: (result) => jsonOf(route, result) }) : { result: await run() }
}

/** Serializes a response; returns null when the result does not match the route's output schema. */
function jsonOf(route: Route, result: unknown): string | null {
  if (result instanceof JsonText) return result.text
  const output = route.output.safeParse(result)
  return output.success ? JSON.stringify(output.data) : null
}

async function authenticate({ services, route }: BoundRoute, request: FastifyRequest): Promise<SignedIn | null> {
  if (route.ownPagesOnly) refuseOtherPages(request)
  const needsSession =
    route.allow !== anyone || (route.knowsWho === true && request.headers.authorization !== undefined)
  return needsSession ? await requireSession(services, route, request) : null
}

/** Throws unless the user may call the route. Used for HTTP and for the socket. */
export function refuseWithoutRight(route: Route, user: SignedIn): void {
  if (user.enrolling && !route.whileEnrolling) fail('second_factor.needed')
  if (route.allow !== signedIn && route.allow !== anyone && !mayPass(route.allow, user)) fail('right.missing')
}

/** Whether a call saves, uploads or exports data. Calls that only write an audit event are allowed on a full disk (P-79). */
function needsDiskSpace(route: Route, request: FastifyRequest): boolean {
  if (route.whileDiskIsLow) return false
  if (route.body === 'file' || typeof route.body === 'object' || wantedFormat(route, request)) return true
  return route.audit === 'own' || (route.method !== 'GET' && 'nothing' in route.audit)
}

async function callOf(
  { services, route, reads }: BoundRoute,
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
  const sent = signed && route.signed ? parseSignedBody(signed, route.signed) : request.body
  const members = upload?.fields ?? form?.fields ?? membersOf(sent)
  refuseOversizedInput(request.query)
  refuseOversizedInput(members)
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
  const merged = { ...membersOf(request.query), ...members, ...membersOf(request.params) }
  const input = route.input.safeParse(merged)
  if (input.success) return { call, input: input.data }
  if (route.method !== 'PUT') throw invalidInput(input.error, merged)
  const taken = await withoutReadOnly(input.error, merged, readerOf(route, reads, call), user)
  const again = route.input.safeParse(taken)
  if (!again.success) throw invalidInput(again.error, taken)
  return { call, input: again.data }
}

/** Reads the record that a PUT changes as its GET answers it. */
function readerOf(put: Route, reads: BoundRoute['reads'], call: Call & { user?: SignedIn }): RecordReader | undefined {
  const get = reads.get(recordPathOf(put))
  if (!get) return undefined
  const { route, handler } = get
  const read = async (input: unknown): Promise<unknown> => {
    const text = jsonOf(route, await handler({ ...call, format: null, formFile: null }, input))
    return text === null ? null : JSON.parse(text)
  }
  return { route, read }
}

function send(route: Route, result: unknown, reply: FastifyReply): unknown {
  if (result instanceof JsonText) return sendJson(result.text, reply)
  void reply.header('cache-control', 'no-store')
  if (isDownload(result))
    // Sandboxed, so that an uploaded file runs no scripts even if a browser displays it (P-52).
    return reply
      .header('content-security-policy', `${String(reply.getHeader('content-security-policy'))};sandbox`)
      .type(result.mediaType)
      .header('content-disposition', contentDisposition(result.fileName))
      .send(result.stream)
  return sendJson(JSON.stringify(route.output.parse(result)), reply)
}

function sendJson(text: string, reply: FastifyReply): unknown {
  void reply.header('cache-control', 'no-store')
  if (text === 'null') return reply.status(204).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

async function requireSession(services: Services, route: Route, request: FastifyRequest): Promise<SignedIn> {
  const [scheme, token, ...more] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || more.length > 0) return fail('session.required')
  return await services.sessions.personOf(services.db, token, {
    background: route.background === true,
    whilePending: route.whilePending === true,
    inactivitySeconds: inactivityLimit(services.config, request.hostname),
  })
}

/** Rejects requests that a browser marks as cross-site or as a direct navigation. Programs send no such header. */
function refuseOtherPages(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin')
    fail('right.missing', { message: 'This address is for calls from our own pages' })
}

/** First supported export format of the Accept header; null means JSON. */
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
