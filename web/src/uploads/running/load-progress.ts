import {
  type ImportKind,
  type ImportRun,
  type ImportStage,
  importStages,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import { fileKind } from '../file-kind.ts'

/** Measured share of each stage for a large file; the sum is 1. */
const shares: Record<ImportStage, number> = {
  receiving: 0.25,
  checking: 0.04,
  comparing: 0.06,
  writing: 0.6,
  recording: 0.02,
  finishing: 0.03,
}

/** Share of the stages that a dry run has. */
const dryShare = shares.receiving + shares.checking + shares.comparing

/** Progress from 0 to 100, an integer; 100 only when done. `sent` is the number of bytes sent. */
export function percentOf(run: ImportRun | undefined, upload: { sent: number; size: number } | null): number {
  if (run && run.state !== 'running') return 100
  const stage = run?.stage ?? 'receiving'
  const before = importStages.slice(0, importStages.indexOf(stage)).reduce((sum, done) => sum + shares[done], 0)
  const total = run?.dryRun ? dryShare : 1
  return Math.min(99, Math.floor((100 * (before + shares[stage] * partOf(stage, run, upload))) / total))
}

function partOf(stage: ImportStage, run: ImportRun | undefined, upload: { sent: number; size: number } | null): number {
  if (stage === 'receiving') {
    const size = upload?.size ?? run?.bytesExpected ?? 0
    return ratio(Math.min(run?.bytes ?? upload?.sent ?? 0, upload?.sent ?? Number.POSITIVE_INFINITY), size)
  }
  return stage === 'writing' && run?.counts ? ratio(run.rowsWritten, goodRows(run)) : 0
}

function ratio(part: number, total: number): number {
  return total > 0 ? Math.min(1, part / total) : 0
}

/** Rows that are or would be loaded: all except refused ones. */
export function goodRows(run: ImportRun): number {
  return run.counts ? run.counts.new + run.counts.changed + run.counts.unchanged : 0
}

/** State of a step; `stopped` means that the upload ended there without success. */
export type StepState = 'done' | 'running' | 'waiting' | 'stopped'

/** State of a stage; before the first response the file is being sent, unless the upload has `ended`. */
export function stepState(stage: ImportStage, run: ImportRun | undefined, ended = false): StepState {
  if (run?.state === 'loaded' || run?.state === 'checked') return 'done'
  const at = importStages.indexOf(run?.stage ?? 'receiving')
  const place = importStages.indexOf(stage)
  if (place !== at) return place < at ? 'done' : 'waiting'
  return !ended && (run === undefined || run.state === 'running') ? 'running' : 'stopped'
}

/** Seconds since the start of a run, until its end or `now` (ms since 1970). */
export function secondsOf(run: ImportRun, now: number): number {
  const end = run.finishedAt === null ? now : Date.parse(run.finishedAt)
  return Math.max(0, (end - Date.parse(run.startedAt)) / 1000)
}

/** Estimated seconds left at the current pace; null while there is no basis. */
export function secondsLeft(percent: number, seconds: number): number | null {
  if (seconds < 2 || percent < 5 || percent >= 100) return null
  return Math.max(1, Math.round((seconds * (100 - percent)) / percent))
}

/** Rows per second over the whole run; null without rows. */
export function rowsASecond(rows: number, seconds: number): number | null {
  return rows > 0 && seconds >= 0.5 ? Math.round(rows / seconds) : null
}

/** 'About 4 s left', 'About 3 min left'. */
export function showLeft(seconds: number): string {
  return seconds < 90 ? `About ${seconds} s left` : `About ${Math.round(seconds / 60)} min left`
}

const stageWords: Record<ImportStage, string> = {
  receiving: 'Reading the file',
  checking: 'Checking values',
  comparing: 'Comparing with existing policies',
  writing: 'Writing policies',
  recording: 'Recording agent-of-record changes',
  finishing: 'Finishing',
}

const stepNames: Record<ImportStage, string> = {
  receiving: 'Read the file',
  checking: 'Check values',
  comparing: 'Compare with existing policies',
  writing: 'Write policies',
  recording: 'Record agent-of-record changes',
  finishing: 'Finish',
}

/** Stage in progress: 'Writing policies'. */
export function stageWordsOf(kind: ImportKind, stage: ImportStage): string {
  return fileKind(kind).stageWords[stage] ?? stageWords[stage]
}

/** Stage as a step: 'Write policies'. */
export function stepNameOf(kind: ImportKind, stage: ImportStage): string {
  return fileKind(kind).stepNames[stage] ?? stepNames[stage]
}
