import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { showFileSize } from '../../ui/basics/file-size.ts'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import css from '../load-policies.module.css'
import { RunningLoad } from '../running/running-load.tsx'
import type { LoadView } from '../running/use-load-view.ts'
import { PartSelect } from './book-questions.tsx'
import { DryRunView } from './dry-run-view.tsx'
import { fileNote, LoadedFile } from './load-check.tsx'
import { PeriodSelects } from './load-policies-period.tsx'
import type { DryRun } from './use-dry-run.ts'
import type { useLoadForm } from './use-load-form.ts'

/** Right side before 'Process': the carrier's form and the dry run. */
export function FormView(props: { load: ReturnType<typeof useLoadForm>; dryRun: DryRun; today: string }) {
  const { load, dryRun, today } = props
  const { form, change, clear, takeFile, choicesSaved, checkAgain } = load
  if (!form.carrier)
    return (
      <section className={css.hint}>
        <p>Choose a carrier, then Add.</p>
      </section>
    )
  return (
    <section className={css.main} aria-label={`Upload for ${form.carrier.carrierName}`}>
      <Button
        className={css.back}
        size="xl"
        variant="subtle"
        leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
        onClick={clear}
      >
        {form.carrier.carrierName}
      </Button>
      <div className={css.fileLine}>
        <FileDrop file={form.file} onFile={takeFile} note={fileNote(dryRun)} />
        <PeriodSelects
          period={form.period}
          today={today}
          disabled={false}
          showMissing={form.showMissing}
          onChange={(period) => change({ period })}
        />
      </div>
      <div className={css.partLine}>
        <PartSelect part={form.part} onPart={(part) => change({ part, confirmMissing: null })} />
      </div>
      <DryRunView form={form} dryRun={dryRun} change={change} onChoicesSaved={choicesSaved} onCheckAgain={checkAgain} />
    </section>
  )
}

/** The same layout during the upload. */
export function RunView({ view }: { view: LoadView }) {
  return (
    <section className={css.main} aria-label="Load">
      <RunningHead view={view} />
      <RunningLoad view={view} />
    </section>
  )
}

function RunningHead({ view: { run, upload } }: { view: LoadView }) {
  const what = upload ?? run
  if (!what) return null
  const size = upload?.size ?? run?.bytesExpected ?? run?.bytes ?? 0
  return (
    <div className={css.fileLine}>
      <LoadedFile
        name={what.fileName}
        note={`${showFileSize(size)}${run && !upload ? `, uploaded by ${run.by}` : ''}`}
      />
      {what.year === null ? null : (
        <PeriodSelects period={what} today={`${what.year}-01-01`} disabled showMissing={false} onChange={() => {}} />
      )}
    </div>
  )
}
