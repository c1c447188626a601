import type { ReactNode } from 'react'
import { cutCell, cutTo } from '../ui/basics/cut-text.tsx'

/** Maximum length of a plan name in the table (POLICY-05). */
export const maxPlanNameLength = 30

/** Truncates a plan name to 30 characters, followed by '…'; null stays null. */
export function cutPlanName(name: string | null): string | null {
  return name === null ? null : cutTo(maxPlanNameLength, name)
}

/** Plan name in a table: truncated, with the full name as title. */
export function planCell(name: string | null): ReactNode {
  return cutCell(maxPlanNameLength, name)
}
