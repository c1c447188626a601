import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { sessionEndSentence, sessionEndValues } from '@coverdesk/domain/access/session-end.ts'
import { type LiveEvent, socketEventName } from '@coverdesk/domain/realtime/live-event.ts'
import { allEvents, realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { findEndedSessions, type WatchedSession } from '../auth/ended-sessions.ts'
import type { SignedIn } from '../auth/session.ts'
import type { Db } from '../db/database.ts'
import { eventsSince, type StoredEvent, seenNow } from './live-events.ts'
import type { SocketService } from './socket-method.ts'

/** Authenticated socket of a session. */
export interface SessionSocket extends WatchedSession {
  userId: number
  /** Current user; null when the session has ended. */
  person: () => Promise<SignedIn | null>
  send: (name: string, record: unknown) => void
  /** Disconnects after pending messages are sent. */
  close: () => void
}

/** Event with own payload. */
interface Delivery {
  event: LiveEvent
  record: unknown
}

/** Polling interval for ended sessions and new events; also the delay until a revoked session loses own sockets (P-21). */
const pollMs = 1_000
/** Closes all sockets when the sessions could not be checked for this long, because they may be revoked. */
const maxUncheckedMs = 4_000

/**
 * Manages the sockets of this node: closes those of ended sessions and delivers events. Polls the database, so nodes don't
 * need to know each other; does not poll without sockets.
 */
export function socketWatch(db: Db, services: readonly SocketService[], report: (error: unknown) => void) {
  const sockets = new Set<SessionSocket>()
  let seen: string | null = null
  let lastCheck = performance.now()
  let polling: Promise<void> = Promise.resolve()
  let idle = true
  const timer = setInterval(() => {
    if (idle && sockets.size > 0) {
      idle = false
      polling = poll().finally(() => {
        idle = true
      })
    }
    if (sockets.size > 0 && performance.now() - lastCheck > maxUncheckedMs) closeAll()
  }, pollMs)
  timer.unref()

  async function poll(): Promise<void> {
    try {
      const watched = [...sockets]
      const over = await findEndedSessions(db, watched)
      for (const socket of watched) {
        const end = over.get(socket.sessionId)
        if (end === undefined || !sockets.delete(socket)) continue
        socket.send(socketEventName(realtime.sessionOver), {
          id: socket.sessionId,
          over: end.reason === 'logout' ? 'logout' : end.reason === 'inactivity' ? 'inactive' : 'expired',
          message: sessionEndSentence(end),
          end: sessionEndValues(end),
        })
        socket.close()
      }
      lastCheck = performance.now()
      const news = await eventsSince(db, seen ?? (await seenNow(db)))
      seen = news.seen
      for (const [userId, theirs] of Map.groupBy(news.events, (event) => event.userId)) await deliver(userId, theirs)
    } catch (error) {
      report(error)
    }
  }

  /** Delivers new events to one user's sockets, in order. */
  async function deliver(userId: number, stored: readonly StoredEvent[]): Promise<void> {
    // During a rolling update, an event may come from a newer version.
    const known = stored.flatMap((one) => {
      const event = allEvents.find(({ service, happening }) => service === one.service && happening === one.happening)
      return event ? [{ event, record: one.record }] : []
    })
    for (const socket of [...sockets].filter((candidate) => candidate.userId === userId)) {
      const person = await socket.person()
      if (!person) continue
      for (const { event, record } of await deliveriesFor(known, person))
        if (sockets.has(socket)) socket.send(socketEventName(event), record)
    }
  }

  /** Events that the user may receive, with current data. */
  async function deliveriesFor(known: readonly Delivery[], person: SignedIn): Promise<Delivery[]> {
    const allowed = known.filter(({ event }) => mayReceive(event, person))
    for (const service of services) {
      const own = allowed.filter(({ event }) => event.service === service.name)
      if (own.length === 0) continue
      const records = await service.asRead(
        db,
        person,
        own.map(({ record }) => record),
      )
      for (const [at, one] of own.entries()) allowed[allowed.indexOf(one)] = { ...one, record: records[at] }
    }
    return allowed.flatMap(({ event, record }) => {
      const cut = event.record.safeParse(record)
      return cut.success ? [{ event, record: cut.data }] : []
    })
  }

  function closeAll(): void {
    for (const socket of sockets) socket.close()
    sockets.clear()
  }

  return {
    /** Adds a socket; it receives events from now on. */
    async add(socket: SessionSocket): Promise<void> {
      const now = sockets.size === 0 ? await seenNow(db) : null
      // Another socket may have been added during the await; it must not miss events.
      if (now !== null && sockets.size === 0) {
        lastCheck = performance.now()
        seen = now
      }
      sockets.add(socket)
    },
    remove: (socket: SessionSocket) => void sockets.delete(socket),
    ofSession: (sessionId: string) => [...sockets].filter((socket) => socket.sessionId === sessionId).length,
    async stop(): Promise<void> {
      clearInterval(timer)
      sockets.clear()
      await polling
    },
  }
}
export type SocketWatch = ReturnType<typeof socketWatch>

function mayReceive({ allow }: LiveEvent, person: SignedIn): boolean {
  return !person.enrolling && (allow === signedIn || mayPass(allow, person))
}
