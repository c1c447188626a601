import type { ImportKind, ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useNow } from '../../ui/progress/use-now.ts'
import { percentOf, secondsOf } from './load-progress.ts'
import { isUnderWay, type RunningUpload, useRunningUploads } from './running-upload.ts'
import { useRun } from './use-run.ts'

/** Upload as the dialog shows it, started by any page. */
export interface LoadView {
  runId: string
  /** Undefined until the server knows it. */
  run: ImportRun | undefined
  /** Set if this page started it. */
  upload: RunningUpload | undefined
  underWay: boolean
  percent: number
  seconds: number
  /** Why nothing was loaded. */
  failure: string | null
}

/** Follows an upload: bytes sent by this page, then the server's progress. Null without a run. */
export function useLoadView(runId: string | null, kind: ImportKind = 'policies'): LoadView | null {
  const upload = useRunningUploads().find((running) => running.runId === runId)
  const polled = useRun(runId, kind, upload === undefined || isUnderWay(upload))
  const now = useNow(runId !== null)
  if (runId === null) return null
  const run = upload?.result ?? polled
  const underWay = upload ? isUnderWay(upload) : run === undefined || run.state === 'running'
  return {
    runId,
    run,
    upload,
    underWay,
    percent: underWay ? Math.min(99, percentOf(run, upload ?? null)) : 100,
    seconds: run ? secondsOf(run, now) : 0,
    failure: underWay ? null : failureOf(run, upload),
  }
}

function failureOf(run: ImportRun | undefined, upload: RunningUpload | undefined): string | null {
  if (upload?.failure)
    return upload.failure.name === 'AbortError' ? 'Upload stopped. Nothing was loaded' : upload.failure.message
  if (!run || run.state === 'loaded') return null
  return run.message ?? 'Nothing was loaded'
}
