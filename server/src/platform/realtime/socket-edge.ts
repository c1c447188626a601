import type { Duplex } from 'node:stream'
import { Failure, fail } from '@coverdesk/domain/failures.ts'
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
import { type SocketAsker, socketPath, socketRequests } from './socket-request.ts'
import { type HungSocket, type SocketWatch, socketWatch } from './socket-watch.ts'
import { callIn, type WireCall, wireError } from './socket-wire.ts'
import type { WireService } from './wire-service.ts'

const limits = {
  /** A socket that says nothing of who it is lives so long. */
  anonymousMs: 10_000,
  /** So many of those at once; who comes then is sent away, so that they fill nothing. */
  anonymous: 1_000,
  /** Open pages of one session. */
  perSession: 40,
  /** Calls of one socket in ten seconds. */
  calls: 60,
  callsWithinMs: 10_000,
  /** Largest message that is read, in bytes. */
  message: 16_384,
}

/** The token under either name; further members of the stock client's call are of no interest. */
const Credentials = z
  .object({ strategy: z.literal('jwt').optional(), accessToken: z.string().optional(), token: z.string().optional() })
  .transform(({ accessToken, token }) => accessToken ?? token ?? '')

/** How the record names the call by which a socket says who it is. */
const authentication = { method: 'POST', path: socketPath, audit: { nothing: 'a socket of a known session' } } as const

interface Edge {
  services: Services
  record: RequestAudit
  watch: SocketWatch
  wireServices: readonly WireService[]
}

/**
 * The socket beside the calls (P-21, decision 021): Feathers' protocol over socket.io, at the server's own port, by
 * WebSocket only. One hangs on a session by the token that it brings in its first call, never in its address; it is no
 * activity, makes no pending session live, and is closed when the session is over. `wireServices` answer beside
 * `authentication`.
 */
export function socketEdge(
  app: FastifyInstance,
  services: Services,
  record: RequestAudit,
  wireServices: readonly WireService[] = [],
): void {
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: limits.message,
    pingInterval: 25_000,
    pingTimeout: 20_000,
  })
  const io = new Server({ serveClient: false, connectTimeout: limits.anonymousMs })
  io.bind(engine)
  const watch = socketWatch(services.db, wireServices, (err) =>
    app.log.error({ category: 'Sockets', err }, 'Sockets could not be looked after'),
  )
  const requests = socketRequests(services.config)
  const anonymous = new Set<Socket>()
  let stopping = false

  app.server.on('upgrade', (request, socket, head) => {
    const refusal = requests.refusal(request)
    if (refusal) return turnAway(socket, refusal === 'elsewhere' ? '403 Forbidden' : '400 Bad Request')
    if (stopping || anonymous.size >= limits.anonymous) return turnAway(socket, '503 Service Unavailable')
    engine.handleUpgrade(request, socket, head)
  })
  io.on('connection', (socket) => {
    const asker = requests.asker(socket.request)
    anonymous.add(socket)
    const tooLong = setTimeout(() => socket.disconnect(true), limits.anonymousMs)
    socket.on('disconnect', () => {
      clearTimeout(tooLong)
      anonymous.delete(socket)
    })
    serve({ services, record, watch, wireServices }, socket, asker, () => {
      clearTimeout(tooLong)
      anonymous.delete(socket)
    })
  })
  app.addHook('preClose', async () => {
    stopping = true
    await watch.stop()
    await io.close()
  })
}

/** Answers the calls of one socket; `known` is called once it hangs on a session. */
function serve(edge: Edge, socket: Socket, asker: SocketAsker, known: () => void): void {
  let hung: HungSocket | null = null
  let window = { since: performance.now(), calls: 0 }
  socket.on('disconnect', () => hung && edge.watch.remove(hung))

  async function done(call: WireCall): Promise<unknown> {
    const service = edge.wireServices.find(({ name }) => name === call.service)
    if (service) return await answerCall(edge, service, call, hung, asker)
    if (call.service !== 'authentication') return fail('route.not_found')
    if (call.method === 'remove') {
      if (hung) edge.watch.remove(hung)
      // Who hangs on nothing has nothing to hear.
      setImmediate(() => socket.disconnect(true))
      return {}
    }
    if (call.method !== 'create') return fail('request.method_not_allowed')
    if (hung) edge.watch.remove(hung)
    hung = null
    const { token, person, entry } = await hang(edge, socket, asker, call.args[0])
    hung = entry
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
    const result = typeof call === 'string' ? Promise.reject(new Failure(call)) : done(call)
    void result.then(
      (value) => answer(null, value),
      (error: unknown) => answer(wireError(failureOf(error))),
    )
  })
}

/**
 * Answers a call of a service as the door answers the route behind it: the person as the database has them now, the
 * right, the input by its schema, the trace in the record, the output by its schema. It is no activity (P-16).
 */
async function answerCall(
  { services, record }: Edge,
  { methods }: WireService,
  { method, args }: WireCall,
  hung: HungSocket | null,
  asker: SocketAsker,
): Promise<unknown> {
  const { route, inputOf, answer } = methods[method]?.(args) ?? fail('request.method_not_allowed')
  const key = auditKey(services.config.auditSecret)
  const source = {
    ...{ userId: hung?.userId ?? null, sessionId: hung?.sessionId ?? null },
    ...{ address: asker.address, requestId: null, key },
  }
  let input: unknown
  try {
    const person = (await hung?.person()) ?? fail('session.required')
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

/** Hangs a socket on the session of the token; what does not hold is refused and recorded, as at any call. */
async function hang(
  { services, record, watch }: Edge,
  socket: Socket,
  asker: SocketAsker,
  credentials: unknown,
): Promise<{ token: string; person: SignedIn; entry: HungSocket }> {
  const inactivitySeconds = inactivityLimit(services.config, asker.host)
  const use = { background: true, whilePending: false, inactivitySeconds }
  try {
    const token = Credentials.safeParse(credentials).data || fail('session.required')
    const personNow = () => services.sessions.personOf(services.db, token, use)
    const person = await personNow()
    if (watch.ofSession(person.sessionId) >= limits.perSession) fail('request.too_many')
    const entry: HungSocket = {
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
    const source = { userId: null, sessionId: null, address: asker.address, requestId: null, key }
    await record.refusal(authentication, source, {}, failureOf(error))
    throw error
  }
}

function turnAway(socket: Duplex, status: string): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
