import type { ReactNode } from 'react'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

/**
 * '$12,585.00 paid in 2026': sum of all filtered rows, for the header of a list of money; with what is not in it, because it has
 * no rate.
 */
export function listSum(amount: string | null | undefined, words: string, notRated = 0): ReactNode {
  if (amount === null || amount === undefined) return words
  return (
    <>
      <MoneyCell amount={amount} dollars /> {words}
      {notRated > 0 ? `, ${showCount(notRated)} not rated` : null}
    </>
  )
}
