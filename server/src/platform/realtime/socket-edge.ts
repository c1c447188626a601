import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { fail, newFailure } from '@coverdesk/domain/fail.ts'
import { type FailureCode, failures } from '@coverdesk/domain/failures.ts'
import { Server as Engine } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import { auditKey } from '../audit/audit-mac.ts'
import { inactivityLimit } from '../auth/inactivity.ts'
import type { SignedIn } from '../auth/session.ts'
import { refuseWithoutRight } from '../http/http.ts'
import type { Services } from '../http/http-call.ts'
import { failureOf } from '../http/http-errors.ts'
import type { RequestAudit } from '../http/request-audit.ts'
import { anonymousConnections, type Connection } from './anonymous-connections.ts'
import { servePolling } from './serve-polling.ts'
import type { SocketService } from './socket-method.ts'
import { isHandshake, type SocketClient, socketPath, socketRequests } from './socket-request.ts'
import { type SessionSocket, type SocketWatch, socketWatch } from './socket-watch.ts'
import { callIn, type WireCall, wireError } from './socket-wire.ts'

const limits = {
  /** Lifetime of an unauthenticated connection. */
  anonymousMs: 10_000,
  /** Maximum unauthenticated connections, in total and per address; further ones are rejected. */
  anonymous: 1_000,
  anonymousPerAddress: 250,
  /** Maximum sockets of one session. */
  perSession: 40,
  /** Maximum calls of one socket in ten seconds. */
  calls: 60,
  callsWithinMs: 10_000,
  /** Maximum message size in bytes. */
  message: 16_384,
}

/** Token under either name; other members of the Feathers client's call are ignored. */
const Credentials = z
  .object({ strategy: z.literal('jwt').optional(), accessToken: z.string().optional(), token: z.string().optional() })
  .transform(({ accessToken, token }) => accessToken ?? token ?? '')

/** Route of the authentication call in audit events. */
const authentication = { method: 'POST', path: socketPath, audit: { nothing: 'a socket of a known session' } } as const

interface Edge {
  services: Services
  record: RequestAudit
  watch: SocketWatch
  wireServices: readonly SocketService[]
}

/**
 * Socket server (P-21, decisions 021 and 158): the Feathers protocol over socket.io on the server's port, by WebSocket or
 * long polling. A socket authenticates with its session token in the first call, never in the URL. It does not count as
 * activity, does not activate a pending session, and is closed when the session ends.
 */
export function socketEdge(
  app: FastifyInstance,
  services: Services,
  record: RequestAudit,
  wireServices: readonly SocketService[] = [],
): void {
  const engine = new Engine({
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: limits.message,
    httpCompression: false,
    pingInterval: 25_000,
    pingTimeout: 20_000,
  })
  const watch = socketWatch(services.db, wireServices, (err) =>
    app.log.error({ category: 'Sockets', err }, 'Sockets could not be looked after'),
  )
  const requests = socketRequests(services.config)
  const anonymous = anonymousConnections(limits)
  const clients = new WeakMap<Connection, SocketClient>()
  let stopping = false

  function refusal(request: IncomingMessage): FailureCode | null {
    const refused = requests.refusal(request)
    if (refused) return refused === 'elsewhere' ? 'right.missing' : 'request.malformed'
    if (stopping) return 'server.busy'
    return isHandshake(request) && anonymous.isFull(requests.client(request).address) ? 'server.busy' : null
  }

  // Before socket.io, which answers a connection at once.
  engine.on('connection', (connection: Connection) => {
    const client = requests.client(connection.request)
    clients.set(connection, client)
    anonymous.add(connection, client.address)
  })
  const io = new Server({ serveClient: false, connectTimeout: limits.anonymousMs })
  io.bind(engine)
  app.server.on('upgrade', (request, socket, head) => {
    const code = refusal(request)
    if (code) return rejectUpgrade(socket, failures[code].status)
    engine.handleUpgrade(request, socket, head)
  })
  servePolling(app, engine, refusal)
  io.on('connection', (socket) => {
    const client = clients.get(socket.conn) ?? requests.client(socket.request)
    serve({ services, record, watch, wireServices }, socket, client, () => anonymous.remove(socket.conn))
  })
  app.addHook('preClose', async () => {
    stopping = true
    await watch.stop()
    await io.close()
  })
}

/** Handles the calls of one socket; calls `known` after authentication. */
function serve(edge: Edge, socket: Socket, client: SocketClient, known: () => void): void {
  let session: SessionSocket | null = null
  let window = { since: performance.now(), calls: 0 }
  socket.on('disconnect', () => session && edge.watch.remove(session))

  async function done(call: WireCall): Promise<unknown> {
    const service = edge.wireServices.find(({ name }) => name === call.service)
    if (service) return await runServiceCall(edge, service, call, session, client)
    if (call.service !== 'authentication') return fail('route.not_found')
    if (call.method === 'remove') {
      if (session) edge.watch.remove(session)
      // An unauthenticated socket receives no events.
      setImmediate(() => socket.disconnect(true))
      return {}
    }
    if (call.method !== 'create') return fail('request.method_not_allowed')
    if (session) edge.watch.remove(session)
    session = null
    const { token, person, entry } = await authenticateSocket(edge, socket, client, call.args[0])
    session = entry
    known()
    const exp = Math.floor(person.expiresAt.getTime() / 1_000)
    return { accessToken: token, authentication: { strategy: 'jwt', accessToken: token, payload: { exp } } }
  }

  socket.onAny((...packet: unknown[]) => {
    const now = performance.now()
    if (now - window.since > limits.callsWithinMs) window = { since: now, calls: 0 }
    const incoming = callIn(packet)
    if (++window.calls > limits.calls || !incoming) return void socket.disconnect(true)
    const { call, answer } = incoming
    const result = typeof call === 'string' ? Promise.reject(newFailure(call)) : done(call)
    void result.then(
      (value) => answer(null, value),
      (error: unknown) => answer(wireError(failureOf(error))),
    )
  })
}

/**
 * Runs a service call through the same steps as its HTTP route: current user, right, input schema, audit event, output
 * schema. Does not count as activity (P-16).
 */
async function runServiceCall(
  { services, record }: Edge,
  { methods }: SocketService,
  { method, args }: WireCall,
  session: SessionSocket | null,
  client: SocketClient,
): Promise<unknown> {
  const { route, inputOf, answer } = methods[method]?.(args) ?? fail('request.method_not_allowed')
  const key = auditKey(services.config.auditSecret)
  const source = {
    userId: session?.userId ?? null,
    sessionId: session?.sessionId ?? null,
    address: client.address,
    requestId: null,
    key,
  }
  let input: unknown
  try {
    const person = (await session?.person()) ?? fail('session.required')
    refuseWithoutRight(route, person)
    input = route.input.parse(inputOf(args))
    const result = await answer({ db: services.db, user: person }, input)
    await record.read(route, source, input, result)
    return route.output.parse(result)
  } catch (error) {
    await record.refusal(route, source, input, failureOf(error))
    throw error
  }
}

/** Authenticates a socket by its session token; rejections are audited like those of a call. */
async function authenticateSocket(
  { services, record, watch }: Edge,
  socket: Socket,
  client: SocketClient,
  credentials: unknown,
): Promise<{ token: string; person: SignedIn; entry: SessionSocket }> {
  const inactivitySeconds = inactivityLimit(services.config, client.host)
  const use = { background: true, whilePending: false, inactivitySeconds }
  try {
    const token = Credentials.safeParse(credentials).data || fail('session.required')
    const personNow = () => services.sessions.personOf(services.db, token, use)
    const person = await personNow()
    if (watch.ofSession(person.sessionId) >= limits.perSession) fail('session.too_many_tabs')
    const entry: SessionSocket = {
      sessionId: person.sessionId,
      userId: person.id,
      inactivitySeconds,
      person: () => personNow().catch(() => null),
      send: (name, body) => socket.emit(name, body),
      close: () => socket.disconnect(true),
    }
    await watch.add(entry)
    if (!socket.connected) watch.remove(entry)
    return { token, person, entry }
  } catch (error) {
    const key = auditKey(services.config.auditSecret)
    const source = { userId: null, sessionId: null, address: client.address, requestId: null, key }
    await record.refusal(authentication, source, {}, failureOf(error))
    throw error
  }
}

function rejectUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
