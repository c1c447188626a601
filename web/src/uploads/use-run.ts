import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../platform/query.ts'

/** Milliseconds between two looks at a run that is open in the dialog. */
const lookEvery = 500

/**
 * The progress of one run, looked at every half second until it has ended. undefined while the server does not know it
 * yet: a file's first bytes may still be on their way.
 */
export function useRun(runId: string | null, enabled = true): ImportRun | undefined {
  const { data } = useQuery({
    ...ask(uploads.run, { runId: runId ?? '' }),
    enabled: enabled && runId !== null,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : lookEvery),
  })
  return data
}
