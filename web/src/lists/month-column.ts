import type { ListColumn } from '../ui/basics/list-column.ts'

/** Column of a month as 'MM/YYYY', in the same form in every list. */
export function monthColumn<Row, Sort extends string = string>(
  cell: (row: Row) => string | null,
  more: Partial<ListColumn<Row, Sort>> = {},
): ListColumn<Row, Sort> {
  return { id: 'month', header: 'Month', kind: 'date', width: 84, cell, ...more }
}
