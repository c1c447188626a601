import { expect, test } from 'vitest'
import type { ListColumn } from '../../basics/list-column.ts'
import { fitMonths } from './fit-months.ts'

type Row = Record<'jul' | 'aug', string | null>
const month = (id: keyof Row): ListColumn<Row> => ({ id, header: id, cell: (row) => row[id], kind: 'month', width: 49 })
const columns: ListColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: () => 'A name longer than its column', width: 40 },
  month('jul'),
  month('aug'),
]
const widths = (rows: Row[] | undefined) => fitMonths(columns, rows).map(({ width }) => width)

test('a month is as wide as its widest amount on the page, and never narrower than its column', () => {
  const rows = [
    { jul: null, aug: '-230.00' },
    { jul: '75.00', aug: '1.00' },
  ]
  expect(widths(rows)).toEqual([40, 49, 62])
  expect(widths([])).toEqual([40, 49, 49])
  expect(widths(undefined)).toEqual([40, 49, 49])
})
