import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery, invalidate } from '../platform/api/query.ts'

/** Until the next look at a run that another page or user works on. */
export const whileRunningMs = 2_000

/**
 * Since when a pay run is being started, calculated, closed or reopened, by any user, also after the page was loaded again; in
 * milliseconds since 1970. The runs are loaded again when it is done.
 */
export function useRunningSince(enabled = true): number | undefined {
  const { data } = useQuery({
    ...apiQuery(payRuns.running, {}),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.since ? whileRunningMs : false),
  })
  const since = data?.since ?? null
  const known = useRef(since)
  useEffect(() => {
    if (known.current !== null && since === null) void invalidate(payRuns.list, payRuns.one)
    known.current = since
  }, [since])
  return since === null ? undefined : Date.parse(since)
}
