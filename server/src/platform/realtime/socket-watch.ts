import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { type LiveEvent, socketEventName } from '@coverdesk/domain/realtime/live-event.ts'
import { allEvents, realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import type { SignedIn } from '../auth/session.ts'
import { sessionsOver, type WatchedSession } from '../auth/session-standing.ts'
import type { Db } from '../db/database.ts'
import { eventsSince, type KeptEvent, seenNow } from './live-events.ts'
import type { WireService } from './wire-service.ts'

/** A socket that hangs on a session. */
export interface HungSocket extends WatchedSession {
  userId: number
  /** The person as the database has them now; null when the session does not hold. */
  person: () => Promise<SignedIn | null>
  send: (name: string, record: unknown) => void
  /** Takes it out and lets what was sent go out first. */
  close: () => void
}

/** An event with what it carries. */
interface Heard {
  event: LiveEvent
  record: unknown
}

/** How often a node asks what is over and what is new. A revoked session has lost its sockets in little more (P-21). */
const lookEvery = 1_000
/** Sockets of whose sessions nothing could be learned for so long are closed: they may be revoked. */
const blindFor = 4_000

/**
 * Looks after the sockets of this node: closes those whose session is over and sends people their events. Everything is
 * asked of the database, so any number of nodes do the same without knowing of each other; nothing is asked while nobody
 * is there.
 */
export function socketWatch(db: Db, services: readonly WireService[], report: (error: unknown) => void) {
  const sockets = new Set<HungSocket>()
  let seen: string | null = null
  let lastLook = performance.now()
  let looking: Promise<void> = Promise.resolve()
  let idle = true
  const timer = setInterval(() => {
    if (idle && sockets.size > 0) {
      idle = false
      looking = look().finally(() => {
        idle = true
      })
    }
    if (sockets.size > 0 && performance.now() - lastLook > blindFor) closeAll()
  }, lookEvery)
  timer.unref()

  async function look(): Promise<void> {
    try {
      const watched = [...sockets]
      const over = await sessionsOver(db, watched)
      for (const socket of watched) {
        const end = over.get(socket.sessionId)
        if (end === undefined || !sockets.delete(socket)) continue
        socket.send(socketEventName(realtime.sessionOver), { id: socket.sessionId, over: end })
        socket.close()
      }
      lastLook = performance.now()
      const news = await eventsSince(db, seen ?? (await seenNow(db)))
      seen = news.seen
      for (const [userId, theirs] of Map.groupBy(news.events, (event) => event.userId)) await tell(userId, theirs)
    } catch (error) {
      report(error)
    }
  }

  /** Tells one person's sockets what is new for them, in its order. */
  async function tell(userId: number, kept: readonly KeptEvent[]): Promise<void> {
    // An event may be of a newer node, in the minutes in which two versions run side by side.
    const known = kept.flatMap((one) => {
      const event = allEvents.find(({ service, happening }) => service === one.service && happening === one.happening)
      return event ? [{ event, record: one.record }] : []
    })
    for (const socket of [...sockets].filter((one) => one.userId === userId)) {
      const person = await socket.person()
      if (!person) continue
      for (const { event, record } of await asHeard(known, person))
        if (sockets.has(socket)) socket.send(socketEventName(event), record)
    }
  }

  /** What of it the person may hear, as they may read it now. */
  async function asHeard(known: readonly Heard[], person: SignedIn): Promise<Heard[]> {
    const heard = known.filter(({ event }) => mayHear(event, person))
    for (const service of services) {
      const its = heard.filter(({ event }) => event.service === service.name)
      if (its.length === 0) continue
      const records = await service.asRead(
        db,
        person,
        its.map(({ record }) => record),
      )
      for (const [at, one] of its.entries()) heard[heard.indexOf(one)] = { ...one, record: records[at] }
    }
    return heard.flatMap(({ event, record }) => {
      const cut = event.record.safeParse(record)
      return cut.success ? [{ event, record: cut.data }] : []
    })
  }

  function closeAll(): void {
    for (const socket of sockets) socket.close()
    sockets.clear()
  }

  return {
    /** Begins to look after a socket; what is announced from now on reaches it. */
    async add(socket: HungSocket): Promise<void> {
      const now = sockets.size === 0 ? await seenNow(db) : null
      // Another may have come first meanwhile, and is owed what was announced since.
      if (now !== null && sockets.size === 0) {
        lastLook = performance.now()
        seen = now
      }
      sockets.add(socket)
    },
    remove: (socket: HungSocket) => void sockets.delete(socket),
    ofSession: (sessionId: string) => [...sockets].filter((socket) => socket.sessionId === sessionId).length,
    async stop(): Promise<void> {
      clearInterval(timer)
      sockets.clear()
      await looking
    },
  }
}
export type SocketWatch = ReturnType<typeof socketWatch>

function mayHear({ allow }: LiveEvent, person: SignedIn): boolean {
  return !person.enrolling && (allow === signedIn || mayPass(allow, person))
}
