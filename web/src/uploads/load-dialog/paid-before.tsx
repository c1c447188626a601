import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { MoneyCell } from '../../ui/basics/money-cell.tsx'
import css from '../load-policies.module.css'
import type { PaidBefore as Choice } from './use-commission-form.ts'

const choices: readonly { value: Choice; label: string }[] = [
  { value: 'once', label: 'Count each payment once' },
  { value: 'add', label: 'Add every row' },
  { value: 'replace', label: 'Replace the statement' },
]

/** Asks what to do when the months of the file already have payments. */
export function PaidBefore({ run, paid, onPaid }: { run: ImportRun; paid: Choice; onPaid(chosen: Choice): void }) {
  const { counts, commissions } = run
  if (!counts || !commissions) return null
  const again = counts.changed + counts.unchanged
  const isPaid = commissions.months.some(({ before }) => before !== '0.00')
  if (again === 0 && !isPaid && paid === 'once') return null
  return (
    <fieldset className={css.paidBefore}>
      <legend>Payments that are already loaded</legend>
      <span className={css.words}>{wordsOf(paid, again)}</span>
      {paid === 'replace' ? (
        <span className={css.words}>
          Deletes {showCount(counts.missing)} loaded {counts.missing === 1 ? 'line' : 'lines'} of{' '}
          <MoneyCell dollars amount={commissions.before} />.
        </span>
      ) : null}
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="paid-before" checked={paid === value} onChange={() => onPaid(value)} /> {label}
        </label>
      ))}
    </fieldset>
  )
}

function wordsOf(paid: Choice, again: number): string | null {
  if (paid === 'replace') return null
  if (paid === 'add') return 'Every row counts as another payment.'
  if (again === 0) return 'These months already have payments.'
  return `${showCount(again)} ${again === 1 ? 'row is a payment that is' : 'rows are payments that are'} already loaded.`
}
