import { sql } from 'kysely'
import type { BulkWrite } from './bulk-definition.ts'

/** Writes as a table expression for a join. */
export function writesTable(writes: readonly BulkWrite[]) {
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) as r (id bigint, value bigint, at timestamptz, by bigint))`
}
