import { showAmount, showMoney } from '@coverdesk/domain/fields/amount.ts'
import css from './cells.module.css'
import { classNames } from './class-names.ts'

/**
 * Amount ("612.84") with two decimals; '-' when there is none. Negative amounts are red in parentheses, whose closing
 * one hangs by 4 px so that digits stay aligned.
 */
export function MoneyCell({ amount, dollars = false }: { amount: string | null | undefined; dollars?: boolean }) {
  const text = dollars ? showMoney(amount) : showAmount(amount)
  if (text === '') return <Missing />
  return <span className={classNames('figures', text.startsWith('(') && css.negative)}>{text}</span>
}

/** Pay of an agent without a contract or rate; `short` in a column of months. */
export function NotRated({ short = false }: { short?: boolean }) {
  const words = 'Not rated'
  if (!short) return <span className={css.missing}>{words}</span>
  return (
    <abbr className={css.missing} title={words} aria-label={words}>
      n/r
    </abbr>
  )
}

/** Placeholder of an empty value. */
export function Missing() {
  return <span className={css.missing}>-</span>
}
