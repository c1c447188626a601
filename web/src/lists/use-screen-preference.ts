import { type ScreenPreference, shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../platform/api/call.ts'
import { apiQuery, queryClient } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

const storedPreferences = { ...apiQuery(shell.preferences, {}), staleTime: Number.POSITIVE_INFINITY }

/** Changes made before the stored preferences arrived; that response must not undo them. */
const pending = new Map<string, ScreenPreference>()

/** Saves are sent one at a time, so that an older preference never overwrites a newer one. */
let saved: Promise<unknown> = Promise.resolve()

/**
 * Preferences of a screen (columns, widths, density) and their setter: applied at once, and stored on the server for
 * all devices. `screen` is lower-case letters and hyphens; `initial` applies until the user chooses and should be one
 * object for the life of the page.
 */
export function useScreenPreference(screen: string, initial: ScreenPreference) {
  const { data } = useQuery(storedPreferences)
  const onChange = useCallback(
    (chosen: ScreenPreference) => {
      show({ [screen]: chosen })
      if (queryClient.getQueryState(storedPreferences.queryKey)?.fetchStatus === 'fetching')
        reapplyAfterResponse(screen, chosen)
      saved = saved
        .then(() => call(shell.savePreference, { screen, chosen }))
        .catch(() => toasts.warning("Couldn't save your list settings. They apply until you leave the page."))
    },
    [screen],
  )
  const value = data?.[screen] ?? initial
  return useMemo(() => ({ value, initial, onChange }), [value, initial, onChange])
}

function show(chosen: Readonly<Record<string, ScreenPreference>>): void {
  queryClient.setQueryData(storedPreferences.queryKey, (all) => ({ ...all, ...chosen }))
}

function reapplyAfterResponse(screen: string, chosen: ScreenPreference): void {
  pending.set(screen, chosen)
  // Stale at once, so that this joins the request in flight.
  const answered = queryClient.fetchQuery({ ...storedPreferences, staleTime: 0 })
  const again = () => {
    show(Object.fromEntries(pending))
    pending.clear()
  }
  answered.then(again, again)
}
