import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import type { ReactNode } from 'react'

/** Color of a status. Never the only carrier of meaning: a word or an icon goes with it. */
export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'violet' | 'grey'

/**
 * Column of a list. `cell` returns the raw value, `kind` sets how it is rendered:
 * - `text` (default): unchanged; `money` and `month`: an amount ("-66.00" becomes a red "(66.00)"), right-aligned;
 * - `date`: YYYY-MM-DD becomes MM/DD/YYYY; `number`: grouped, right-aligned; `status`: a pill in the column's `tone`.
 * null, undefined and '' render as '-'. An element renders as is.
 */
export interface ListColumn<Row, Sort extends string = string> {
  id: string
  header: string
  cell(row: Row): ReactNode
  kind?: 'text' | 'money' | 'date' | 'number' | 'status' | 'month'
  /** Pixels; the user can resize the column. */
  width: number
  /**
   * Share of the free width; 0 leaves it after the last column. If no column has one, the first unpinned text column
   * gets it all.
   */
  grow?: number
  align?: 'left' | 'right' | 'center'
  /** Name of the server's sort key; without it the column is not sortable. */
  sort?: Sort
  /** Sticks to the left edge; its text has weight 500 and a click on it opens the row. */
  pinned?: boolean
  /** A click on the cell opens what is behind its value; the row's own opening covers the keyboard. */
  opens?(row: Row): void
  /** Scrolled into view when the table first shows: the current month. */
  current?: boolean
  /** Whether the user can hide the column. Default true; pinned columns cannot be hidden. */
  hideable?: boolean
  /** Secondary text color. */
  quiet?: boolean
  /** Proportional figures, for a date or number outside a column of figures. */
  proportional?: boolean
  /** Color of a status pill, or a tint behind a cell of any other kind. */
  tone?(row: Row): Tone | undefined
}

/** Row of a list on a phone: two lines and one figure. */
export interface PhoneRow<Row> {
  title(row: Row): ReactNode
  subtitle(row: Row): ReactNode
  badge?(row: Row): ReactNode
  figure?(row: Row): ReactNode
  /** Which of badge and figure is on the first line; default badge. */
  first?: 'badge' | 'figure'
}

export interface Sorting<Sort extends string = string> {
  sort: Sort
  order: 'asc' | 'desc'
}

/** Hidden columns, widths and density chosen by a user for one screen, with their setter. */
export interface PreferenceState {
  value: ScreenPreference
  /** Values before the user chooses any, restored by 'Reset'. */
  initial?: ScreenPreference
  onChange(value: ScreenPreference): void
}

/** Why a list has no rows, and what to do about it. */
export interface EmptyContent {
  /** Default 'No Data'. */
  title?: string | undefined
  why: ReactNode
  action?: { label: string; onClick(): void }
}

/** Load error: title, message and retry. */
export interface LoadError {
  title: string
  why: string
  retry(): void
}
