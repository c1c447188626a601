import type { HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { fieldWords } from '@coverdesk/domain/uploads/field-words.ts'
import { type FileShape, missingFields } from '@coverdesk/domain/uploads/file-shape.ts'
import type { ImportKind } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconFileTypeCsv } from '@tabler/icons-react'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { showFileSize } from '../../ui/basics/file-size.ts'
import { showSeconds } from '../../ui/progress/show-seconds.ts'
import css from '../load-policies.module.css'
import { isTermFile } from '../run-calls.ts'
import { percentOf, stageWordsOf } from '../running/load-progress.ts'
import { useRun } from '../running/use-run.ts'
import type { DryRun } from './use-dry-run.ts'

/** '20,221 rows, read in 0.9 s, not loaded before'; unknown parts are omitted. */
export function fileNote({ run, checking, failure }: DryRun): string {
  if (checking) return 'checking'
  if (failure) return 'not accepted'
  if (!run?.counts) return ''
  const seconds = run.stageSeconds.receiving
  return [
    `${showCount(run.counts.rows)} ${run.counts.rows === 1 ? 'row' : 'rows'}`,
    seconds !== undefined && `read in ${showSeconds(seconds)}`,
    !isTermFile(run.kind) && !run.loadedBefore && 'not loaded before',
  ]
    .filter(Boolean)
    .join(', ')
}

/** File of an upload in progress, which can't be replaced. */
export function LoadedFile({ name, note }: { name: string; note: string }) {
  return (
    <div className={css.file}>
      <IconFileTypeCsv size={20} stroke={1.75} aria-hidden />
      <span>
        <strong>{name}</strong>
        <span>{note}</span>
      </span>
    </div>
  )
}

/** Progress of the file check. */
export function Checking({ kind, dryRun, size }: { kind: ImportKind; dryRun: DryRun; size: number }) {
  const run = useRun(dryRun.runId, kind)
  const percent = percentOf(run?.state === 'running' ? run : undefined, { sent: dryRun.sent, size })
  const words = run
    ? stageWordsOf(run.kind, run.stage)
    : `Sending the file, ${showFileSize(dryRun.sent)} of ${showFileSize(size)}`
  return (
    <div className={css.checking}>
      <div role="status">
        <strong className="figures">{percent}%</strong> {words}
      </div>
      <div className={css.track} role="progressbar" aria-label="Check" aria-valuenow={percent}>
        <div style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

/** Required columns without a matching heading. */
export function columnsMissing(shape: FileShape, headings: readonly HeadingUse[]): string[] {
  return headings.length === 0 ? [] : missingFields(shape, new Set(headings.map((use) => use.field)))
}

/** Why the file can't be loaded, and what to do. */
export function CheckFailed({
  why,
  missing,
  inForm = [],
  onAgain,
}: {
  why: string
  missing: string[]
  /** Fields that the form above gives, too. */
  inForm?: readonly string[]
  onAgain(): void
}) {
  return (
    <div className={css.failed} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div>
        <strong>This file can't be loaded</strong>
        <p>{why}</p>
        {missing.length > 0 ? <p>{whatToChoose(missing, inForm)}</p> : null}
      </div>
      <Button onClick={onAgain}>Check again</Button>
    </div>
  )
}

/** 'Choose Month and Year above, or below which heading of the file holds them.' */
function whatToChoose(missing: readonly string[], inForm: readonly string[]): string {
  const inWords = (fields: readonly string[]) => fields.map(fieldWords).join(', ')
  const above = missing.filter((field) => inForm.includes(field))
  const below = missing.filter((field) => !inForm.includes(field))
  return [
    above.length > 0 &&
      `Choose ${inWords(above)} above, or below which ${above.length === 1 ? 'heading of the file holds it' : 'headings of the file hold them'}.`,
    below.length > 0 && `Choose below which heading of the file holds ${inWords(below)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
