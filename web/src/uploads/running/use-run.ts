import type { ImportKind, ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../platform/api/query.ts'
import { runCallsOf } from '../run-calls.ts'

/** Poll interval in milliseconds. */
const pollMilliseconds = 500

/**
 * Progress of a run, polled until it ends. Undefined until the server knows it, since the first bytes may still be in
 * transit. With `underWay` false it fetches the result once.
 */
export function useRun(runId: string | null, kind: ImportKind = 'policies', underWay = true): ImportRun | undefined {
  const [known, setKnown] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setKnown(runId), pollMilliseconds)
    return () => clearTimeout(timer)
  }, [runId])
  const { data } = useQuery({
    ...apiQuery(runCallsOf(kind).run, { runId: runId ?? '' }),
    enabled: runId !== null && known === runId,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      underWay && (state.data?.state ?? 'running') === 'running' ? pollMilliseconds : false,
  })
  return data
}
