import type { Route } from '@coverdesk/domain/platform/route.ts'
import { type LiveEvent, type RecordOf, wireName } from '@coverdesk/domain/realtime/live-event.ts'
import { useEffect, useEffectEvent } from 'react'
import { invalidate } from '../platform/api/query.ts'

const liveEvents = new EventTarget()

/** Passes a socket event to its listeners. The server sends only fields of the event's contract. */
export function dispatchLiveEvent(name: string, record: unknown): void {
  liveEvents.dispatchEvent(new CustomEvent(name, { detail: record }))
}

/**
 * Calls `listener` for each event while the component is mounted. Events are lost while disconnected, so screens that
 * depend on them still poll.
 */
export function useLive<E extends LiveEvent>(event: E, listener: (record: RecordOf<E>) => void): void {
  const name = wireName(event)
  const tell = useEffectEvent((happened: Event) => {
    const record = event.record.safeParse(happened instanceof CustomEvent ? happened.detail : null)
    // `safeParse` returns this type, but infers unknown for a generic schema.
    if (record.success) listener(record.data as RecordOf<E>)
  })
  useEffect(() => {
    liveEvents.addEventListener(name, tell)
    return () => liveEvents.removeEventListener(name, tell)
  }, [name])
}

/** Internal event: the socket is connected. No server event has this name. */
export const connected = 'connected'

/** Debounce in milliseconds: bulk changes, such as marking all as read, refetch once. */
const debounceMilliseconds = 150

/**
 * Refetches these routes on any of the events, and after each sign-in of the socket, to catch up. Declare both
 * lists outside the component.
 */
export function useLiveRefetch(events: readonly LiveEvent[], routes: readonly Route[]): void {
  const ask = useEffectEvent(() => void invalidate(...routes))
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const gather = () => {
      clearTimeout(waiting)
      waiting = setTimeout(ask, debounceMilliseconds)
    }
    const names = [connected, ...events.map(wireName)]
    for (const name of names) liveEvents.addEventListener(name, gather)
    return () => {
      clearTimeout(waiting)
      for (const name of names) liveEvents.removeEventListener(name, gather)
    }
  }, [events])
}
