import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../platform/api/query.ts'

/** Milliseconds between two looks at a run that is open in the dialog; also before the first, when the server learns of it. */
const lookEvery = 500

/**
 * The progress of one run, looked at every half second until it has ended. undefined while the server does not know it
 * yet: a file's first bytes may still be on their way. `underWay` false looks once, for how it ended.
 */
export function useRun(runId: string | null, underWay = true): ImportRun | undefined {
  const [known, setKnown] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setKnown(runId), lookEvery)
    return () => clearTimeout(timer)
  }, [runId])
  const { data } = useQuery({
    ...apiQuery(uploads.run, { runId: runId ?? '' }),
    enabled: runId !== null && known === runId,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (underWay && (state.data?.state ?? 'running') === 'running' ? lookEvery : false),
  })
  return data
}
