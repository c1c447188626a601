import type { ReactNode } from 'react'
import { MoneyCell } from '../ui/basics/money-cell.tsx'

/** '$12,585.00 paid in 2026': sum of all filtered rows, for the header of a list of money. */
export function listSum(amount: string | null | undefined, words: string): ReactNode {
  if (amount === null || amount === undefined) return words
  return (
    <>
      <MoneyCell amount={amount} dollars /> {words}
    </>
  )
}
