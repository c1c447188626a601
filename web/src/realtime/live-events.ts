import { type LiveEvent, type RecordOf, wireName } from '@coverdesk/domain/realtime/live-event.ts'
import { useEffect, useEffectEvent } from 'react'

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
  const name = wireName(event)
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
