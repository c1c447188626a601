import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import css from '../load-policies.module.css'
import { FileLines } from '../mapping/file-lines.tsx'
import { withChoices } from '../mapping/heading-choices.ts'
import { HeadingGrid } from '../mapping/heading-grid.tsx'
import { UnknownValues } from '../mapping/unknown-values.tsx'
import { useSaveHeadings } from '../mapping/use-save-headings.ts'
import { CheckCounts } from '../rows/check-counts.tsx'
import { CheckedRows } from '../rows/checked-rows.tsx'
import { ChoiceNotices } from '../rows/choice-notices.tsx'
import { LeftOut } from '../rows/left-out.tsx'
import { BookQuestions } from './book-questions.tsx'
import { CheckFailed, Checking, columnsMissing } from './load-check.tsx'
import type { DryRun } from './use-dry-run.ts'
import type { LoadForm } from './use-load-form.ts'

interface Props {
  form: LoadForm
  dryRun: DryRun
  change(part: Partial<LoadForm>): void
  onChoicesSaved(): void
  onCheckAgain(): void
}

/** Result of the dry run: headings, changes and refused rows. */
export function DryRunView({ form, dryRun, change, onChoicesSaved, onCheckAgain }: Props) {
  const { run, checking, failure } = dryRun
  const carrier = form.carrier
  const saveHeadings = useSaveHeadings('policies', onChoicesSaved)
  if (!carrier || !form.file) return <p className={css.nothing}>We check the file before anything is loaded.</p>
  if (!run && !checking && !failure) return <p className={css.nothing}>Choose month and year to check the file.</p>
  const headings = withChoices(run?.headings ?? [], form.choices)
  const toSave = Object.keys(form.choices).length > 0 || headings.some((use) => use.by === 'guess')
  return (
    <>
      {failure && !checking ? (
        <CheckFailed why={failure} missing={columnsMissing(policyFile, headings)} onAgain={onCheckAgain} />
      ) : null}
      {checking ? <Checking kind="policies" dryRun={dryRun} size={form.file.size} /> : null}
      {run ? <FileLines run={run} onHeadingLine={(headingLine) => change({ headingLine, choices: {} })} /> : null}
      {headings.length > 0 ? (
        <HeadingGrid
          kind="policies"
          uses={headings}
          choices={form.choices}
          profileName={`the ${carrier.carrierName} profile`}
          onChoices={(choices) => change({ choices })}
          onSaveProfile={toSave ? () => saveHeadings.save(carrier.carrierId, headings, form.choices) : undefined}
          saving={saveHeadings.saving}
        />
      ) : null}
      {run ? (
        <UnknownValues
          kind="policies"
          unknown={run.unknownValues}
          values={form.values}
          profileName={`The ${carrier.carrierName} profile`}
          onValues={(values) => change({ values })}
        />
      ) : null}
      {run ? <LeftOut run={run} /> : null}
      {run ? <ChoiceNotices run={run} /> : null}
      {run ? <BookQuestions run={run} form={form} change={change} /> : null}
      {failure && !checking ? null : (
        <div className={css.result} data-old={checking || undefined}>
          <CheckCounts kind="policies" run={run} />
          {run ? <CheckedRows key={run.id} run={run} /> : null}
        </div>
      )}
    </>
  )
}
