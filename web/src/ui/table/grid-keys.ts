import type { KeyboardEvent } from 'react'
import type { Gesture } from './row-selection.ts'

/** Keyboard position: a row (from 0), or a heading (-1 is the checkbox). */
export type GridPosition = { row: number } | { heading: number }

export interface GridCommands {
  rows: number
  /** Number of visible rows, for PageUp and PageDown. */
  rowsInView: number
  headings: number
  withChecks: boolean
  position: GridPosition
  go(place: GridPosition): void
  select(row: number, gesture: Gesture): void
  selectAll(): void
  clear(): boolean
  open(row: number): void
  press(heading: number): void
  resize(heading: number, by: number): void
}

/**
 * Handles the keys of the table: arrows, PageUp/Down, Home and End move; Shift extends the selection; Space toggles;
 * Ctrl/Cmd-A selects the page; Enter opens; Esc clears. Up from the first row enters the headings, where left and right
 * move, Enter and Space sort, and Shift with an arrow resizes. Returns true if it handled the key.
 */
export function handleGridKeys(event: KeyboardEvent, grid: GridCommands): boolean {
  if (event.altKey) return false
  const { position } = grid
  return 'row' in position ? rowKey(event, grid, position.row) : headingKey(event, grid, position.heading)
}

function rowKey(event: KeyboardEvent, grid: GridCommands, row: number): boolean {
  const modifier = event.ctrlKey || event.metaKey
  if (modifier && event.key.toLowerCase() === 'a') {
    grid.selectAll()
    return true
  }
  if (event.key === ' ') {
    grid.select(row, event.shiftKey ? 'extend' : 'toggle')
    return true
  }
  if (event.key === 'Enter') {
    if (grid.rows > 0) grid.open(row)
    return true
  }
  if (event.key === 'Escape') return grid.clear()
  if (event.key === 'ArrowUp' && row === 0 && !event.shiftKey) {
    grid.go({ heading: grid.withChecks ? -1 : 0 })
    return true
  }
  const to = target(event.key, row, grid)
  if (to === null || grid.rows === 0) return false
  grid.go({ row: to })
  if (event.shiftKey) grid.select(to, 'extend')
  return true
}

function target(key: string, row: number, grid: GridCommands): number | null {
  const last = grid.rows - 1
  const step = Math.max(1, grid.rowsInView - 1)
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, row + 1)
    case 'ArrowUp':
      return Math.max(0, row - 1)
    case 'PageDown':
      return Math.min(last, row + step)
    case 'PageUp':
      return Math.max(0, row - step)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

function headingKey(event: KeyboardEvent, grid: GridCommands, heading: number): boolean {
  const least = grid.withChecks ? -1 : 0
  const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (direction !== 0 && event.shiftKey) grid.resize(heading, direction * 8)
  else if (direction !== 0) grid.go({ heading: Math.min(grid.headings - 1, Math.max(least, heading + direction)) })
  else if (event.key === 'ArrowDown') grid.go({ row: 0 })
  else if (event.key === 'Enter' || event.key === ' ') grid.press(heading)
  else return event.key === 'Escape' && grid.clear()
  return true
}
