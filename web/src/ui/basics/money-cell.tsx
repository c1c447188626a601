import { showAmount, showMoney } from '@coverdesk/domain/fields/amount.ts'
import css from './cells.module.css'
import { classNames } from './class-names.ts'

/**
 * An amount ("612.84") in a column of figures: two decimals, negatives red in parentheses whose closing one hangs by
 * 4 px so that the digits stay in line; '-' when there is none.
 */
export function MoneyCell({ amount, dollars = false }: { amount: string | null | undefined; dollars?: boolean }) {
  const text = dollars ? showMoney(amount) : showAmount(amount)
  if (text === '') return <Missing />
  return <span className={classNames('figures', text.startsWith('(') && css.negative)}>{text}</span>
}

/** What is not there. */
export function Missing() {
  return <span className={css.missing}>-</span>
}
