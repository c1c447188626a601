import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useWatch } from 'react-hook-form'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { CheckboxField } from '../ui/fields/choice-fields.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { unmatchedInWords } from '../uploads/rows/commission-money.tsx'
import css from './commissions.module.css'
import type { LoadForm } from './statement-form.ts'
import { useStatementCheck } from './use-statement-check.ts'

/** Preview of the chosen file once the form is complete: rows, amounts and problems. */
export function StatementCheck() {
  const form = useWatch<LoadForm>()
  const checked = useStatementCheck(form)
  if (checked === 'reading') return <NoticeLine tone="blue">Reading the file</NoticeLine>
  if (checked === null) return null
  if ('why' in checked) return <NoticeLine tone="red">{checked.why}</NoticeLine>
  return <Outcome run={checked.run} onTop={form.onTop === true} />
}

function Outcome({ run: { counts, commissions, problems }, onTop }: { run: ImportRun; onTop: boolean }) {
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
        .{unmatched ? ` ${unmatched}.` : ''}
      </p>
      {again > 0 || onTop ? (
        <CheckboxField<LoadForm>
          name="onTop"
          label="Add every row"
          help="Otherwise, payments that are already loaded count once."
        />
      ) : null}
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
