import type { ReactNode, RefObject } from 'react'

export interface TableBodyProps {
  count: number
  rowHeight: number
  columns: number
  scroller: RefObject<HTMLDivElement | null>
  /** The row that the keyboard is on; it is kept in view. */
  active: number
  renderRow(index: number): ReactNode
}
