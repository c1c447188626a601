import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { ListColumn } from '../basics/list-column.ts'

const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, columnPinningFeature })
const none: never[] = []

/** A column as it is laid out: its width, and for a pinned one its distance from the left edge. */
export interface LaidColumn<Row, Sort extends string> {
  column: ListColumn<Row, Sort>
  width: number
  /** The width, and at the edges of the page what its gutter takes. */
  outer: number
  /** A CSS length: the width, plus the column's share of the free space. */
  cssWidth: string
  left: number | undefined
}

export const smallestWidth = 40
export const maxWidth = 800
/** The checkbox with the page's gutter. */
export const checkWidth = 44
/** What the page's gutter takes more than a cell's own padding: at the left where no checkbox stands in it, and at the right. */
const gutter = 12

/** What is shown of a list: its columns in order, how they are laid out, and its rows with their keys. */
export interface ColumnModel<Row, Sort extends string> {
  shown: ListColumn<Row, Sort>[]
  laid: LaidColumn<Row, Sort>[]
  rows: readonly { readonly id: string; readonly original: Row }[]
}

interface Chosen {
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** TanStack Table as the model of columns and rows: who is shown, how wide, what is pinned, in which order. */
export function useColumns<Row extends object, Sort extends string>(
  columns: readonly ListColumn<Row, Sort>[],
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  chosen: Chosen,
  withChecks: boolean,
): ColumnModel<Row, Sort> {
  const defs = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return columns.map((column) =>
      helper.display({
        id: column.id,
        size: column.width,
        minSize: smallestWidth,
        maxSize: maxWidth,
        enableHiding: column.hideable !== false && !column.pinned,
      }),
    )
  }, [columns])
  const columnVisibility = useMemo(() => Object.fromEntries(chosen.hidden.map((id) => [id, false])), [chosen.hidden])
  const columnPinning = useMemo(
    () => ({ start: columns.filter((column) => column.pinned).map((column) => column.id), end: [] }),
    [columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows ?? none,
    getRowId: rowKey,
    state: { columnVisibility, columnSizing: chosen.widths, columnPinning },
  })
  const ids = table.getVisibleLeafColumns().map((column) => column.id)
  const shownIds = ids.join('\n')
  const shown = useMemo(() => {
    const wanted = shownIds.split('\n')
    return columns
      .filter((column) => wanted.includes(column.id))
      .sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
  }, [columns, shownIds])
  const laid = useMemo(() => lay(shown, chosen.widths, withChecks ? checkWidth : 0), [shown, chosen.widths, withChecks])
  return { shown, laid, rows: table.getRowModel().rows }
}

function lay<Row, Sort extends string>(
  shown: readonly ListColumn<Row, Sort>[],
  widths: Readonly<Record<string, number>>,
  checks: number,
): LaidColumn<Row, Sort>[] {
  const width = (column: ListColumn<Row, Sort>) => widths[column.id] ?? column.width
  const share = shares(shown, widths)
  const parts = shown.reduce((sum, column) => sum + share(column), 0)
  const outerOf = (column: ListColumn<Row, Sort>, place: number) =>
    width(column) + (place === 0 && checks === 0 ? gutter : 0) + (place === shown.length - 1 ? gutter : 0)
  const total = checks + shown.reduce((sum, column, place) => sum + outerOf(column, place), 0)
  let left = checks
  return shown.map((column, place) => {
    const outer = outerOf(column, place)
    const part = parts === 0 ? 0 : share(column) / parts
    const cssWidth = part === 0 ? `${outer}px` : `max(${outer}px, calc(${outer}px + (100cqw - ${total}px) * ${part}))`
    const laid = { column, width: width(column), outer, cssWidth, left: column.pinned ? left : undefined }
    if (column.pinned) left += outer
    return laid
  })
}

/** A column that a person has made narrower or wider keeps exactly that; the others share what is free. */
function shares<Row, Sort extends string>(
  shown: readonly ListColumn<Row, Sort>[],
  widths: Readonly<Record<string, number>>,
) {
  const free = shown.filter((column) => !column.pinned && widths[column.id] === undefined)
  const declared = free.some((column) => column.grow)
  const first = free.find((column) => (column.kind ?? 'text') === 'text')
  return (column: ListColumn<Row, Sort>): number => {
    if (!free.includes(column)) return 0
    return declared ? (column.grow ?? 0) : Number(column === first)
  }
}
