import type { Route } from '@coverdesk/domain/platform/route.ts'
import { type LiveEvent, type RecordOf, socketEventName } from '@coverdesk/domain/realtime/live-event.ts'
import { useEffect, useEffectEvent } from 'react'
import { invalidate } from '../platform/api/query.ts'

const heard = new EventTarget()

/** Passes on what the socket heard to whoever listens. The server sends nothing but what the event's contract holds. */
export function passOn(name: string, record: unknown): void {
  heard.dispatchEvent(new CustomEvent(name, { detail: record }))
}

/**
 * Calls `listener` with each record of the event that the server sends to the person while the component is shown. What
 * happened while there was no connection is not heard, so a screen that must not miss it still asks.
 */
export function useLive<E extends LiveEvent>(event: E, listener: (record: RecordOf<E>) => void): void {
  const name = socketEventName(event)
  const tell = useEffectEvent((happened: Event) => {
    const record = event.record.safeParse(happened instanceof CustomEvent ? happened.detail : null)
    // `safeParse` gives exactly this, but says unknown for a schema that is only known by its type parameter.
    if (record.success) listener(record.data as RecordOf<E>)
  })
  useEffect(() => {
    heard.addEventListener(name, tell)
    return () => heard.removeEventListener(name, tell)
  }, [name])
}

/** How `passOn` says that the socket is there, and hears of everything from now on; no event of the server is called so. */
export const connected = 'connected'

/** What many events at once change, such as all notifications that are marked as read, is asked for once. */
const gathering = 150

/**
 * Has whatever shows these routes ask anew at any of the events, and when the socket was signed in: what happened while
 * there was none is asked for then. Keep both lists outside the component.
 */
export function useNews(events: readonly LiveEvent[], routes: readonly Route[]): void {
  const ask = useEffectEvent(() => void invalidate(...routes))
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const gather = () => {
      clearTimeout(waiting)
      waiting = setTimeout(ask, gathering)
    }
    const names = [connected, ...events.map(socketEventName)]
    for (const name of names) heard.addEventListener(name, gather)
    return () => {
      clearTimeout(waiting)
      for (const name of names) heard.removeEventListener(name, gather)
    }
  }, [events])
}
