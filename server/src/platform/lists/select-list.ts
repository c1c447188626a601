import { type RawBuilder, sql } from 'kysely'
import type { ListDeclaration } from './list-declaration.ts'

type Columns = Readonly<Record<string, string>>

/** Columns as SQL text, each under its name: `p.id as "id", …`. */
export const columnsText = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ')

/** Columns as part of a query, each under its name. */
export const selectedColumns = (columns: Columns): RawBuilder<unknown> => sql.raw(columnsText(columns))

/** Selects rows as a list shows them; a condition follows. For lists whose joins have no parameter. */
export const selectList = ({ columns, table, joins }: Pick<ListDeclaration, 'columns' | 'table' | 'joins'>) =>
  sql.raw(`select ${columnsText(columns)} from ${table} ${joins}`)

/** Joins of a list whose parameter is the agents that the reader may open; null for all. */
export const joinsForAgents = ({ joins }: Pick<ListDeclaration, 'joins'>, agents: readonly number[] | null) =>
  sql.join(
    joins.split('$1::bigint[]').map((part) => sql.raw(part)),
    sql`${agents}::bigint[]`,
  )
