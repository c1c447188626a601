import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Keeps others from writing a table until the transaction ends, so that a load stands on what it read. Reads go on. */
export async function lockTable(db: Db, table: string): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
}
