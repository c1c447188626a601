import { type PointerEvent, useRef } from 'react'
import css from './data-table.module.css'
import { maxWidth, smallestWidth } from './use-columns.ts'

/** A width that a column may have. */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(maxWidth, Math.max(smallestWidth, width)))
}

/**
 * The edge of a heading that is dragged to make its column narrower or wider; by keyboard it is Shift with the left or
 * right arrow on the heading. `done` is true when the drag ended, so that only then the width is kept.
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

/** How wide the column is without what the page's gutter adds to the first and the last. */
function widthOf(heading: HTMLElement | null): number | undefined {
  if (!heading) return undefined
  const { paddingLeft, paddingRight } = getComputedStyle(heading)
  const gutters = [paddingLeft, paddingRight].map((side) => Math.max(0, Number.parseFloat(side) - 8))
  return gutters.reduce((width, gutter) => width - gutter, heading.getBoundingClientRect().width)
}
