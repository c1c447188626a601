import type { ReactNode } from 'react'

/** Truncates a text to `length` characters followed by '…'. */
export function cutTo(maxLength: number, text: string): string {
  const characters = Array.from(text)
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join('')}…`
}

/** Truncated text of a table cell with the full text as its tooltip. */
export function cutCell(most: number, text: string | null): ReactNode {
  const cut = text === null ? null : cutTo(most, text)
  return cut === text ? text : <span title={text ?? undefined}>{cut}</span>
}
