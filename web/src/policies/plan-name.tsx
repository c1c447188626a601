import type { ReactNode } from 'react'

/** Longest plan name that the table shows whole (POLICY-05). */
export const longestPlanName = 30

/** A plan name of more than 30 characters is cut to its first 30, with '…' for the rest; null stays null. */
export function cutPlanName(name: string | null): string | null {
  if (name === null) return null
  const characters = Array.from(name)
  return characters.length <= longestPlanName ? name : `${characters.slice(0, longestPlanName).join('')}…`
}

/** The plan in a table: cut to 30 characters, the whole name under the mouse. */
export function planCell(name: string | null): ReactNode {
  const cut = cutPlanName(name)
  return cut === name ? name : <span title={name ?? undefined}>{cut}</span>
}
