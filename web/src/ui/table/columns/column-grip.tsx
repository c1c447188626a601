import { type PointerEvent, useRef } from 'react'
import css from '../data-table.module.css'
import { maxWidth, minWidth } from './use-columns.ts'

/** Range of allowed column widths. */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(maxWidth, Math.max(minWidth, width)))
}

/**
 * Drag handle at the edge of a column heading. By keyboard: Shift with the left or right arrow on the heading. `done`
 * is true at the end of the drag; only then is the width saved.
 */
export function ColumnGrip(props: { name: string; width: number; onResize(width: number, done: boolean): void }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const moved = (event: PointerEvent) =>
    start.current === null ? null : allowedWidth(start.current.width + event.clientX - start.current.x)
  const move = (event: PointerEvent, done: boolean) => {
    const width = moved(event)
    if (done) start.current = null
    if (width !== null) props.onResize(width, done)
  }
  return (
    <span
      className={css.grip}
      aria-hidden
      data-grip={props.name}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width: widthOf(event.currentTarget.parentElement) ?? props.width }
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
      }}
      onPointerMove={(event) => move(event, false)}
      onPointerUp={(event) => move(event, true)}
    />
  )
}

/** Width of the column without the page gutter that the first and last column include. */
function widthOf(heading: HTMLElement | null): number | undefined {
  if (!heading) return undefined
  const { paddingLeft, paddingRight } = getComputedStyle(heading)
  const gutters = [paddingLeft, paddingRight].map((side) => Math.max(0, Number.parseFloat(side) - 8))
  return gutters.reduce((width, gutter) => width - gutter, heading.getBoundingClientRect().width)
}
