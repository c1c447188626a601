import { type Db, plannedInMemory, prepared, statementName } from './database.ts'
import type { ListDeclaration, ListRequest } from './list.ts'
import { narrow } from './list-narrow.ts'
import type { Sees } from './visibility.ts'

/** Sums of all rows of a list that a request lets through, exactly and now: name → what PostgreSQL writes for the aggregate. */
export async function sumList<Sums extends Record<string, string>>(
  db: Db,
  list: ListDeclaration,
  sums: Sums,
  request: ListRequest,
  sees: Sees,
): Promise<{ [Name in keyof Sums]: string }> {
  const narrowed = narrow(list, request, sees)
  const columns = Object.entries(sums).map(([name, aggregate]) => `${aggregate} as "${name}"`)
  const text = `select ${columns.join(', ')} from ${list.table} ${narrowed.where.replace(/\$(\d+)/g, (_, n) => `$${Number(n) - 1}`)}`
  type Row = { [Name in keyof Sums]: string }
  const [row] = narrowed.replanned
    ? await plannedInMemory<Row>(db, text, narrowed.values)
    : await prepared<Row>(db, { name: statementName(`sum ${text}`), text }, narrowed.values)
  if (!row) throw new Error(`No sums of ${list.name}`)
  return row
}
