import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { onSessionEnd } from '../platform/session/session.ts'
import type { PlaceStore, TablePlace } from '../ui/table/place/place-store.ts'

/** Places by history entry, for the life of the page. */
const places = new Map<string, TablePlace>()
onSessionEnd(() => places.clear())

interface HistoryEntry {
  state: { __TSR_key?: string }
}
const keyOf = ({ state }: HistoryEntry): string => state.__TSR_key ?? ''

/** Remembers where the user leaves the list, so that Back returns to the same rows and marks the one that was opened. */
export function useListPlace(): PlaceStore {
  const router = useRouter()
  const read = useRef<(() => TablePlace) | null>(null)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        if (fromLocation && read.current) places.set(keyOf(fromLocation), read.current())
      }),
    [router],
  )
  return useMemo(
    () => ({ entry: () => keyOf(router.history.location), of: (entry) => places.get(entry), read }),
    [router],
  )
}
