import type { HeadingMapping, HeadingUse } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconFileTypeCsv } from '@tabler/icons-react'
import { showCount } from '../ui/cell-value.tsx'
import { showFileSize } from '../ui/file-size.ts'
import { withChoices } from './heading-choices.ts'
import css from './load-policies.module.css'
import { CheckCounts } from './load-policies-counts.tsx'
import { HeadingGrid } from './load-policies-headings.tsx'
import { CheckedRows } from './load-policies-rows.tsx'
import { percentOf, showSeconds, stageWords } from './load-progress.ts'
import { policyFields } from './policy-fields.ts'
import type { DryRun } from './use-dry-run.ts'
import type { LoadForm } from './use-load-form.ts'
import { useRun } from './use-run.ts'
import { useSaveHeadings } from './use-save-headings.ts'

interface Props {
  form: LoadForm
  dryRun: DryRun
  onChoices(choices: HeadingMapping): void
  onChoicesSaved(): void
  onCheckAgain(): void
}

/** What a dry run says about the chosen file: its headings, what it would change, which rows it refuses. */
export function DryRunView({ form, dryRun, onChoices, onChoicesSaved, onCheckAgain }: Props) {
  const { run, checking, failure } = dryRun
  const carrier = form.carrier
  const saveHeadings = useSaveHeadings(onChoicesSaved)
  if (!carrier || !form.file)
    return (
      <p className={css.nothing}>
        The file is checked as soon as it is chosen: what it would change, and which rows it refuses.
      </p>
    )
  if (!run && !checking && !failure)
    return <p className={css.nothing}>Choose month and year: then the file is checked.</p>
  const headings = withChoices(run?.headings ?? [], form.choices)
  const toSave = Object.keys(form.choices).length > 0 || headings.some((use) => use.by === 'guess')
  return (
    <>
      {failure && !checking ? (
        <CheckFailed why={failure} missing={missingFields(headings)} onAgain={onCheckAgain} />
      ) : null}
      {checking ? <Checking dryRun={dryRun} size={form.file.size} /> : null}
      {headings.length > 0 ? (
        <HeadingGrid
          uses={headings}
          choices={form.choices}
          carrierName={carrier.carrierName}
          onChoices={onChoices}
          onSaveProfile={toSave ? () => saveHeadings.save(carrier.carrierId, headings, form.choices) : undefined}
          saving={saveHeadings.saving}
        />
      ) : null}
      {failure && !checking ? null : (
        <div className={css.result} data-old={checking || undefined}>
          <CheckCounts counts={run?.counts ?? null} />
          {run ? <CheckedRows key={run.id} run={run} /> : null}
        </div>
      )}
    </>
  )
}

/** '20,221 rows, read in 0.9 s, not loaded before', as far as known. */
export function fileNote({ run, checking, failure }: DryRun): string {
  if (checking) return 'being checked'
  if (failure) return 'not accepted'
  if (!run?.counts) return ''
  const seconds = run.stageSeconds.receiving
  return [
    `${showCount(run.counts.rows)} ${run.counts.rows === 1 ? 'row' : 'rows'}`,
    seconds !== undefined && `read in ${showSeconds(seconds)}`,
    'not loaded before',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The file of a load on its way: it can no longer be replaced. */
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

function Checking({ dryRun, size }: { dryRun: DryRun; size: number }) {
  const run = useRun(dryRun.runId)
  const percent = percentOf(run?.state === 'running' ? run : undefined, { sent: dryRun.sent, size })
  const words = run ? stageWords[run.stage] : `Sending the file, ${showFileSize(dryRun.sent)} of ${showFileSize(size)}`
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

/** Required columns that no heading of the file feeds. */
function missingFields(headings: readonly HeadingUse[]): string[] {
  if (headings.length === 0) return []
  const fed = new Set(headings.map((use) => use.field))
  return policyFields.filter((field) => field.required && !fed.has(field.name)).map((field) => field.name)
}

function CheckFailed({ why, missing, onAgain }: { why: string; missing: string[]; onAgain(): void }) {
  return (
    <div className={css.failed} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div>
        <strong>This file cannot be loaded as it is</strong>
        <p>{why}</p>
        {missing.length > 0 ? <p>Choose below which heading of the file holds {missing.join(', ')}.</p> : null}
      </div>
      <Button onClick={onAgain}>Check again</Button>
    </div>
  )
}
