import type { Visibility } from '../auth/visibility.ts'
import { type Db, plannedInMemory, prepared, statementName } from '../db/database.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'
import { listWhere, numberedFromOne } from './list-where.ts'
import { columnsText } from './select-list.ts'

/** Exact aggregates over all rows that match a request: name → PostgreSQL's text. */
export async function sumList<Sums extends Record<string, string>>(
  db: Db,
  list: ListDeclaration,
  sums: Sums,
  request: ListRequest,
  visibility: Visibility,
): Promise<{ [Name in keyof Sums]: string }> {
  type Row = { [Name in keyof Sums]: string }
  const [row] = await aggregate<Row>(db, list, { columns: sums, by: [] }, request, visibility)
  if (!row) throw new Error(`No sums of ${list.name}`)
  return row
}

/** Aggregates by group: the columns of `by` and the aggregates of the others. */
export async function groupList<Row extends object>(
  db: Db,
  list: ListDeclaration,
  grouped: { columns: Readonly<Record<keyof Row & string, string>>; by: readonly (keyof Row & string)[] },
  request: ListRequest,
  visibility: Visibility,
): Promise<Row[]> {
  return await aggregate<Row>(db, list, grouped, request, visibility)
}

async function aggregate<Row extends object>(
  db: Db,
  list: ListDeclaration,
  { columns, by }: { columns: Readonly<Record<string, string>>; by: readonly string[] },
  request: ListRequest,
  visibility: Visibility,
): Promise<Row[]> {
  const where = listWhere(list, request, visibility)
  const groups = by.length > 0 ? `group by ${by.map((name) => columns[name]).join(', ')}` : ''
  const text = `select ${columnsText(columns)} from ${list.table} ${numberedFromOne(where.where)} ${groups}`
  return where.customPlan
    ? await plannedInMemory<Row>(db, text, where.values)
    : await prepared<Row>(db, { name: statementName(`sum ${text}`), text }, where.values)
}
