import { shapeGiven } from '@coverdesk/domain/uploads/file-shape.ts'
import { useCarrierChoices } from '../../lookups/lookup-choices.ts'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { fileKind } from '../file-kind.ts'
import css from '../load-policies.module.css'
import { FileLines } from '../mapping/file-lines.tsx'
import { withChoices } from '../mapping/heading-choices.ts'
import { HeadingGrid } from '../mapping/heading-grid.tsx'
import { UnknownValues } from '../mapping/unknown-values.tsx'
import { useSaveHeadings } from '../mapping/use-save-headings.ts'
import { CheckCounts } from '../rows/check-counts.tsx'
import { CheckedRows } from '../rows/checked-rows.tsx'
import { ChoiceNotices } from '../rows/choice-notices.tsx'
import { FileProblems } from '../rows/file-problems.tsx'
import { CheckFailed, Checking, columnsMissing, fileNote } from './load-check.tsx'
import { LoadSelect, PeriodSelects } from './load-policies-period.tsx'
import { PaidBefore } from './paid-before.tsx'
import type { useCommissionForm } from './use-commission-form.ts'
import type { DryRun } from './use-dry-run.ts'

type Load = ReturnType<typeof useCommissionForm>

const fieldsOfForm = ['Carrier', 'Month', 'Year']

/** Form before 'Upload': drop zone, carrier and period, and the dry run. */
export function CommissionFormView({ load, dryRun, today }: { load: Load; dryRun: DryRun; today: string }) {
  const { form, change, takeFile, takeCarrier } = load
  const carriers = useCarrierChoices()
  return (
    <section className={css.main} aria-label="Commission file">
      <div className={css.fileLine}>
        <FileDrop file={form.file} onFile={takeFile} note={fileNote(dryRun)} />
        <LoadSelect
          label="Carrier"
          empty="In the file"
          value={form.carrier?.id ?? null}
          choices={carriers.map(({ value, label }) => ({ value: Number(value), label }))}
          onChange={(id) => {
            const chosen = carriers.find(({ value }) => Number(value) === id)
            takeCarrier(chosen ? { id: Number(chosen.value), name: chosen.label } : null)
          }}
        />
        <PeriodSelects
          period={form.period}
          today={today}
          disabled={false}
          showMissing={false}
          empty="In the file"
          onChange={(period) => change({ period })}
        />
      </div>
      {form.file ? <DryRunOfCommissions load={load} dryRun={dryRun} size={form.file.size} /> : <Help />}
    </section>
  )
}

function Help() {
  return (
    <p className={css.nothing}>
      We check the file before anything is loaded. Set carrier and month only if the file lacks them.
    </p>
  )
}

function DryRunOfCommissions({ load, dryRun, size }: { load: Load; dryRun: DryRun; size: number }) {
  const { form, change, choicesSaved, checkAgain } = load
  const { run, checking, failure } = dryRun
  const { carrier } = form
  const saveHeadings = useSaveHeadings('commissions', choicesSaved)
  const headings = withChoices(run?.headings ?? [], form.choices)
  const news = Object.keys(form.choices).length > 0 || headings.some((use) => use.by === 'guess')
  const provided = { carrier: carrier !== null, month: form.period.month !== null, year: form.period.year !== null }
  const missing = columnsMissing(shapeGiven(fileKind('commissions').shape, provided), headings)
  return (
    <>
      {failure && !checking ? (
        <CheckFailed why={failure} missing={missing} inForm={fieldsOfForm} onAgain={checkAgain} />
      ) : null}
      {checking ? <Checking kind="commissions" dryRun={dryRun} size={size} /> : null}
      {run ? <FileLines run={run} onHeadingLine={(headingLine) => change({ headingLine, choices: {} })} /> : null}
      {headings.length > 0 ? (
        <HeadingGrid
          kind="commissions"
          uses={headings}
          choices={form.choices}
          profileName={carrier ? `the ${carrier.name} profile` : 'name'}
          onChoices={(choices) => change({ choices })}
          onSaveProfile={carrier && news ? () => saveHeadings.save(carrier.id, headings, form.choices) : undefined}
          saving={saveHeadings.saving}
        />
      ) : null}
      {run ? (
        <UnknownValues
          kind="commissions"
          unknown={run.unknownValues}
          values={form.values}
          profileName={carrier ? `The ${carrier.name} profile` : null}
          onValues={(values) => change({ values })}
        />
      ) : null}
      {run ? <ChoiceNotices run={run} /> : null}
      {run?.commissions ? <FileProblems findings={run.commissions} /> : null}
      {failure && !checking ? null : (
        <div className={css.result} data-old={checking || undefined}>
          <CheckCounts kind="commissions" run={run} />
          {run ? <PaidBefore run={run} paid={form.paid} onPaid={(paid) => change({ paid })} /> : null}
          {run ? <CheckedRows key={run.id} run={run} /> : null}
        </div>
      )}
    </>
  )
}
