import type { RefObject } from 'react'

/** Where the user was in a table: the row that was opened, and how far the table was scrolled. */
export interface TablePlace {
  row: string | undefined
  top: number
}

/** Stores the place of a table for each entry of the browser's history (useListPlace of lists/). */
export interface PlaceStore {
  /** History entry that is shown. */
  entry(): string
  /** Place at which the user left it; undefined on the first visit. */
  of(entry: string): TablePlace | undefined
  /** Set by the table; called when the user leaves. */
  read: RefObject<(() => TablePlace) | null>
}
