import type { ReactNode } from 'react'
import { NotRated } from '../ui/basics/money-cell.tsx'

/** Amount of a month (0 to 11) in a column of months. */
export function monthAmount(
  { months, notRated }: { months: readonly (string | null)[]; notRated: readonly number[] },
  month: number,
): ReactNode {
  return months[month] ?? (notRated.includes(month + 1) ? <NotRated short /> : null)
}
