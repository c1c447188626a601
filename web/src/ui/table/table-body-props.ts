import type { ReactNode, RefObject } from 'react'

export interface TableBodyProps {
  count: number
  rowHeight: number
  columns: number
  scroller: RefObject<HTMLDivElement | null>
  /** Row with the keyboard focus; it is scrolled into view. */
  active: number
  renderRow(index: number): ReactNode
}
