import type { ReactNode } from 'react'

/** A text of more than so many characters is cut to its first ones, with '…' for the rest. */
export function cutTo(most: number, text: string): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`
}

/** A text in a table: cut to so many characters, the whole under the mouse. */
export function cutCell(most: number, text: string | null): ReactNode {
  const cut = text === null ? null : cutTo(most, text)
  return cut === text ? text : <span title={text ?? undefined}>{cut}</span>
}
