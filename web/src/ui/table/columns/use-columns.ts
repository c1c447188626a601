import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { ListColumn } from '../../basics/list-column.ts'

const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, columnPinningFeature })
const none: never[] = []

/** Layout of a column: its width, and the left offset of a pinned one. */
export interface ColumnLayout<Row, Sort extends string> {
  column: ListColumn<Row, Sort>
  width: number
  /** Width, plus the gutter for the first and last column. */
  outer: number
  /** CSS length: the width plus the column's share of the free space. */
  cssWidth: string
  left: number | undefined
}

export const minWidth = 40
export const maxWidth = 800
/** Width of the checkbox cell with the gutter. */
export const checkWidth = 44
/** Extra width of the page gutter beyond the cell padding, at the right, and at the left if there is no checkbox. */
const gutter = 12

/** Visible part of a list: columns in order with their layout, and rows with their keys. */
export interface ColumnModel<Row, Sort extends string> {
  visible: ListColumn<Row, Sort>[]
  layouts: ColumnLayout<Row, Sort>[]
  rows: readonly { readonly id: string; readonly original: Row }[]
}

interface Chosen {
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** Column and row model on TanStack Table: visibility, width, pinning and order. */
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
        minSize: minWidth,
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
  const visible = useMemo(() => {
    const wanted = shownIds.split('\n')
    return columns
      .filter((column) => wanted.includes(column.id))
      .sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
  }, [columns, shownIds])
  const layouts = useMemo(
    () => lay(visible, chosen.widths, withChecks ? checkWidth : 0),
    [visible, chosen.widths, withChecks],
  )
  return { visible, layouts, rows: table.getRowModel().rows }
}

function lay<Row, Sort extends string>(
  visible: readonly ListColumn<Row, Sort>[],
  widths: Readonly<Record<string, number>>,
  checks: number,
): ColumnLayout<Row, Sort>[] {
  const width = (column: ListColumn<Row, Sort>) => widths[column.id] ?? column.width
  const share = shares(visible, widths)
  const parts = visible.reduce((sum, column) => sum + share(column), 0)
  const outerOf = (column: ListColumn<Row, Sort>, place: number) =>
    width(column) + (place === 0 && checks === 0 ? gutter : 0) + (place === visible.length - 1 ? gutter : 0)
  const total = checks + visible.reduce((sum, column, place) => sum + outerOf(column, place), 0)
  let left = checks
  return visible.map((column, place) => {
    const outer = outerOf(column, place)
    const part = parts === 0 ? 0 : share(column) / parts
    const cssWidth = part === 0 ? `${outer}px` : `max(${outer}px, calc(${outer}px + (100cqw - ${total}px) * ${part}))`
    const laid = { column, width: width(column), outer, cssWidth, left: column.pinned ? left : undefined }
    if (column.pinned) left += outer
    return laid
  })
}

/** A column that the user resized keeps exactly that width; the others share the rest. */
function shares<Row, Sort extends string>(
  visible: readonly ListColumn<Row, Sort>[],
  widths: Readonly<Record<string, number>>,
) {
  const free = visible.filter((column) => !column.pinned && widths[column.id] === undefined)
  const declared = free.some((column) => column.grow !== undefined)
  const first = free.find((column) => (column.kind ?? 'text') === 'text')
  return (column: ListColumn<Row, Sort>): number => {
    if (!free.includes(column)) return 0
    return declared ? (column.grow ?? 0) : Number(column === first)
  }
}
