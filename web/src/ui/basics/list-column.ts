import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import type { ReactNode } from 'react'

/** A state's colour; always beside a word or an icon. */
export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'violet' | 'grey'

/**
 * One column of a list. `cell` answers the raw value and `kind` says how it is shown:
 * - `text` (default): as it is; `money` and `month`: an amount ("-66.00" becomes a red "(66.00)"), right-aligned;
 * - `date`: YYYY-MM-DD becomes MM/DD/YYYY, an instant in words stays as it is; `number`: grouped, right-aligned; `status`: a pill in the column's `tone`.
 * null, undefined and '' are shown as '-'. A ready-made element is shown as it is.
 */
export interface ListColumn<Row, Sort extends string = string> {
  id: string
  header: string
  cell(row: Row): ReactNode
  kind?: 'text' | 'money' | 'date' | 'number' | 'status' | 'month'
  /** Pixels, the person may change them. */
  width: number
  /** Share of the free space that the column takes; without any the first unpinned text column takes it. */
  grow?: number
  align?: 'left' | 'right' | 'center'
  /** The server's sort name; without it the column cannot be sorted. */
  sort?: Sort
  /** Stays at the left, before all others; its text is set in 500 and a click on it opens the row. */
  pinned?: boolean
  /** May be taken off by the person; default true, pinned columns never. */
  hideable?: boolean
  /** Text in the second colour, as for columns that matter less. */
  quiet?: boolean
  /** Proportional figures, which text has anyway; for a date or number that stands alone. */
  proportional?: boolean
  /** Of a status the pill's colour, of any other kind a tint behind the cell. */
  tone?(row: Row): Tone | undefined
}

/** The row of a list on a phone: two lines and one figure. */
export interface PhoneRow<Row> {
  title(row: Row): ReactNode
  subtitle(row: Row): ReactNode
  badge?(row: Row): ReactNode
  figure?(row: Row): ReactNode
  /** Which of badge and figure stands on the first line; default badge. */
  first?: 'badge' | 'figure'
}

export interface Sorting<Sort extends string = string> {
  sort: Sort
  order: 'asc' | 'desc'
}

/** Columns taken off, widths and density that one person chose for one screen, and how to keep a change of them. */
export interface Remembered {
  value: ScreenPreference
  /** What holds before anything is chosen, and what 'As it was' goes back to. */
  initial?: ScreenPreference
  onChange(value: ScreenPreference): void
}

/** Why there are no rows and what to do about it. */
export interface Nothing {
  /** Default 'No Data'. */
  title?: string | undefined
  why: ReactNode
  action?: { label: string; onClick(): void }
}

/** What could not be loaded: the feature's own question, what failed in a sentence, and the way to try again. */
export interface NotLoaded {
  title: string
  why: string
  retry(): void
}
