import { commissionFile } from '@coverdesk/domain/commissions/commission-csv.ts'
import { fieldWords } from '@coverdesk/domain/uploads/field-words.ts'
import { shapeGiven } from '@coverdesk/domain/uploads/file-shape.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { LinesRead } from '../statement-checks/lines-read.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { CheckboxField } from '../ui/fields/choice-fields.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { columnsMissing } from '../uploads/load-dialog/load-check.tsx'
import { PaidBefore } from '../uploads/load-dialog/paid-before.tsx'
import { FileLines } from '../uploads/mapping/file-lines.tsx'
import { withChoices } from '../uploads/mapping/heading-choices.ts'
import { HeadingGrid } from '../uploads/mapping/heading-grid.tsx'
import { UnknownValues } from '../uploads/mapping/unknown-values.tsx'
import { ChoiceNotices } from '../uploads/rows/choice-notices.tsx'
import { linesOfFile, unmatchedInWords } from '../uploads/rows/commission-money.tsx'
import { FileProblems } from '../uploads/rows/file-problems.tsx'
import css from './commissions.module.css'
import type { LoadForm } from './statement-form.ts'
import type { StatementChecked } from './use-statement-check.ts'

const given = shapeGiven(commissionFile, { carrier: true, month: true, year: true })

/** Preview of the chosen file once the form is complete: headings, values, amounts and problems, as in Load Commissions. */
export function StatementCheck({ checked }: { checked: StatementChecked }) {
  const { getValues, setValue } = useFormContext<LoadForm>()
  useWatch<LoadForm>()
  const form = getValues()
  const carriers = useCarrierChoices()
  const { run, reading, why } = checked
  if (!run) {
    if (reading) return <NoticeLine tone="blue">Reading the file</NoticeLine>
    return why ? <NoticeLine tone="red">{why}</NoticeLine> : null
  }
  const { choices, values, paid } = form
  const headings = withChoices(run.headings, choices)
  const missing = columnsMissing(given, headings)
  const name = carriers.find(({ value }) => value === String(form.carrierId))?.label ?? 'carrier'
  const profile = form.csvFormat === 'Carrier' ? `the ${name} profile` : null
  return (
    <div className={css.reading} data-old={reading || undefined}>
      {why ? (
        <NoticeLine tone="red">
          {why}
          {missing.length > 0
            ? `. Choose below which heading of the file holds ${missing.map(fieldWords).join(', ')}${missing.includes('Carrier') ? ', or choose the carrier above' : ''}.`
            : ''}
        </NoticeLine>
      ) : null}
      <FileLines run={run} onHeadingLine={(line) => setValue('headingLine', line)} />
      {headings.length > 0 ? (
        <HeadingGrid
          kind="commissions"
          uses={headings}
          choices={choices}
          profileName={profile ?? 'name'}
          onChoices={(chosen) => setValue('choices', chosen)}
          onSaveProfile={undefined}
          saving={false}
        />
      ) : null}
      <UnknownValues
        kind="commissions"
        unknown={run.unknownValues}
        values={values}
        profileName={profile ? `The ${name} profile` : null}
        onValues={(mapped) => setValue('values', mapped)}
      />
      <ChoiceNotices run={run} />
      {run.commissions ? <FileProblems findings={run.commissions} /> : null}
      <PaidBefore run={run} paid={paid} onPaid={(chosen) => setValue('paid', chosen)} />
      <Outcome run={run} />
    </div>
  )
}

function Outcome({ run: { counts, commissions, problems } }: { run: ImportRun }) {
  if (!counts || !commissions) return null
  const again = counts.changed + counts.unchanged
  const unmatched = unmatchedInWords(commissions)
  return (
    <div className={css.check}>
      <p className={css.words} role="status">
        <strong>{showCount(counts.rows)}</strong> {counts.rows === 1 ? 'row' : 'rows'} of{' '}
        <strong>
          <MoneyCell amount={commissions.amount} dollars />
        </strong>
        : {showCount(counts.new)} new, {showCount(again)} already loaded
        {counts.refused > 0 ? `, ${showCount(counts.refused)} refused` : ''}. The month goes from{' '}
        <MoneyCell amount={commissions.before} dollars /> to{' '}
        <strong>
          <MoneyCell amount={commissions.after} dollars />
        </strong>
        .{unmatched ? ` ${unmatched}.` : ''} <LinesRead counts={linesOfFile(counts, commissions)} />.
      </p>
      {counts.refused > 0 && counts.refused < counts.rows ? (
        <CheckboxField<LoadForm> name="loadGoodRows" label="Load the good rows only" />
      ) : null}
      {problems.length > 0 ? (
        <ul className={css.refused} aria-label="Refused rows">
          {problems.map(({ line, column, reason, value }) => (
            <li key={`${line} ${column}`}>
              <span className="figures">Line {showCount(line)}</span>
              <span>
                {column ?? 'Row'}: {reason}
                {value ? ` (${value})` : ''}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
