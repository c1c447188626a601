import { type ScreenPreference, shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../platform/api/call.ts'
import { apiQuery, queryClient } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

const kept = { ...apiQuery(shell.preferences, {}), staleTime: Number.POSITIVE_INFINITY }

/** Choices made while the kept ones are still on their way: that answer was given before them and must not undo them. */
const early = new Map<string, ScreenPreference>()

/** Saves of all screens go out one after the other, so that an older choice never overwrites a newer one. */
let saved: Promise<unknown> = Promise.resolve()

/**
 * What the person chose for one screen (columns, widths, density), and how to change it: at once on the screen, and
 * kept by the server for every device. `screen` is lower-case letters and hyphens; `initial` holds until something is
 * chosen and should be one object for the life of the page.
 */
export function useScreenPreference(screen: string, initial: ScreenPreference) {
  const { data } = useQuery(kept)
  const onChange = useCallback(
    (chosen: ScreenPreference) => {
      show({ [screen]: chosen })
      if (queryClient.getQueryState(kept.queryKey)?.fetchStatus === 'fetching') showAfterAnswer(screen, chosen)
      saved = saved
        .then(() => call(shell.savePreference, { screen, chosen }))
        .catch(() => toasts.warning('Your choice for this list was not saved; it holds until you leave the page'))
    },
    [screen],
  )
  const value = data?.[screen] ?? initial
  return useMemo(() => ({ value, initial, onChange }), [value, initial, onChange])
}

function show(chosen: Readonly<Record<string, ScreenPreference>>): void {
  queryClient.setQueryData(kept.queryKey, (all) => ({ ...all, ...chosen }))
}

function showAfterAnswer(screen: string, chosen: ScreenPreference): void {
  early.set(screen, chosen)
  // Stale at once, so that this joins the question that is under way.
  const answered = queryClient.fetchQuery({ ...kept, staleTime: 0 })
  const again = () => {
    show(Object.fromEntries(early))
    early.clear()
  }
  answered.then(again, again)
}
