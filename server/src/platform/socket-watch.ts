import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { type LiveEvent, wireName } from '@coverdesk/domain/realtime/live-event.ts'
import { allEvents, realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import type { Db } from './database.ts'
import { eventsSince, type KeptEvent, seenNow } from './live-events.ts'
import type { SignedIn } from './session.ts'
import { sessionsOver, type WatchedSession } from './session-standing.ts'

/** A socket that hangs on a session. */
export interface HungSocket extends WatchedSession {
  userId: number
  /** The person as the database has them now; null when the session does not hold. */
  person: () => Promise<SignedIn | null>
  send: (name: string, record: unknown) => void
  /** Takes it out and lets what was sent go out first. */
  close: () => void
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
export function socketWatch(db: Db, report: (error: unknown) => void) {
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
        socket.send(wireName(realtime.sessionOver), { id: socket.sessionId, over: end })
        socket.close()
      }
      lastLook = performance.now()
      const news = await eventsSince(db, seen ?? (await seenNow(db)))
      seen = news.seen
      for (const event of news.events) await tell(event)
    } catch (error) {
      report(error)
    }
  }

  async function tell(kept: KeptEvent): Promise<void> {
    const event = allEvents.find((one) => one.service === kept.service && one.happening === kept.happening)
    const record = event?.record.safeParse(kept.record)
    // An event of a newer node, in the minutes in which two versions run side by side.
    if (!event || !record?.success) return
    for (const socket of [...sockets].filter(({ userId }) => userId === kept.userId)) {
      const person = await socket.person()
      if (person && mayHear(event, person) && sockets.has(socket)) socket.send(wireName(event), record.data)
    }
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
