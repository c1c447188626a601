import type { ReactNode } from 'react'
import { cutCell, cutTo } from '../ui/basics/cut-text.tsx'

/** Longest plan name that the table shows whole (POLICY-05). */
export const maxPlanNameLength = 30

/** A plan name of more than 30 characters is cut to its first 30, with '…' for the rest; null stays null. */
export function cutPlanName(name: string | null): string | null {
  return name === null ? null : cutTo(maxPlanNameLength, name)
}

/** The plan in a table: cut to 30 characters, the whole name under the mouse. */
export function planCell(name: string | null): ReactNode {
  return cutCell(maxPlanNameLength, name)
}
