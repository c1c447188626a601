import type { ListColumn } from '../ui/basics/list-column.ts'

/** Marks the current month among columns of kind `month`, January first, so that the table shows it. */
export function withCurrentMonth<Row, Sort extends string>(
  columns: readonly ListColumn<Row, Sort>[],
  today: string,
): ListColumn<Row, Sort>[] {
  const first = columns.findIndex(({ kind }) => kind === 'month')
  const current = first + Number(today.slice(5, 7)) - 1
  return columns.map((column, index) => (index === current ? { ...column, current: true } : column))
}
