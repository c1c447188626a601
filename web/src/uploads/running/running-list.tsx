import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery, invalidate } from '../../platform/api/query.ts'
import { useLive } from '../../realtime/live-events.ts'
import { isTermFile } from '../run-calls.ts'
import { type LoadScope, shortScope } from '../upload-period.ts'
import { percentOf, stageWordsOf } from './load-progress.ts'
import css from './running-list.module.css'
import { isUnderWay, type RunningUpload, useRunningUploads } from './running-upload.ts'

/** Poll intervals in milliseconds; idle polling finds uploads of other users. */
const pollMilliseconds = { running: 1_000, idle: 15_000 }

/** Uploads in progress, of this page and of others; a click opens the dialog. */
export function RunningList({ onOpen }: { onOpen(runId: string, kind: ImportRun['kind']): void }) {
  const own = useRunningUploads().filter((upload) => isUnderWay(upload) && !isTermFile(upload.kind))
  const { data } = useQuery({
    ...apiQuery(uploads.running, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      own.length > 0 || state.data?.length ? pollMilliseconds.running : pollMilliseconds.idle,
  })
  const runs = data?.filter((run) => !run.dryRun) ?? []
  useRefreshAtEnd(runs)
  useLive(realtime.importEnded, ({ dryRun }) => {
    if (!dryRun) void invalidate(uploads.running, uploads.batches, uploads.carriers)
  })
  const others = runs.filter((run) => !own.some((upload) => upload.runId === run.id))
  if (own.length + others.length === 0) return null
  return (
    <ul className={css.list} aria-label="Uploads in progress">
      {own.map((upload) => (
        <Line
          key={upload.runId}
          what={upload}
          run={runs.find((run) => run.id === upload.runId)}
          upload={upload}
          onOpen={() => onOpen(upload.runId, upload.kind)}
        />
      ))}
      {others.map((run) => (
        <Line key={run.id} what={run} run={run} upload={null} onOpen={() => onOpen(run.id, run.kind)} />
      ))}
    </ul>
  )
}

interface LineProps {
  what: LoadScope & Pick<ImportRun, 'kind' | 'fileName'>
  run: ImportRun | undefined
  upload: RunningUpload | null
  onOpen(): void
}

function Line({ what, run, upload, onOpen }: LineProps) {
  const percent = percentOf(run, upload)
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <strong>
          {what.kind === 'commissions' ? 'Commissions, ' : ''}
          {shortScope(what)}
        </strong>
        <span className={css.track} aria-hidden>
          <span style={{ width: `${percent}%` }} />
        </span>
        <span className="figures">{percent} %</span>
        <span className={css.words}>{stageWordsOf(what.kind, run?.stage ?? 'receiving')}</span>
        <span className={css.file}>
          {what.fileName}
          {run && !upload ? `, by ${run.by}` : ''}
        </span>
      </button>
    </li>
  )
}

/** When another user's upload disappears from the list it has ended, so the lists are refetched. */
function useRefreshAtEnd(runs: readonly ImportRun[]): void {
  const ids = runs.map((run) => run.id).join(' ')
  const before = useRef('')
  useEffect(() => {
    const now = ids.split(' ')
    const ended = before.current.split(' ').some((id) => id !== '' && !now.includes(id))
    before.current = ids
    if (ended) void invalidate(uploads.batches, uploads.carriers)
  }, [ids])
}
