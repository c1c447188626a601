import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** The newest compared month that a statement pays, else the newest one, as MM/YYYY; undefined without any. */
export async function shownMonth(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(coalesce((select max(month) from source_units where paid > 0), (select max(month) from source_units)), 'MM/YYYY')
      as month`.execute(db)
  return rows[0]?.month ?? undefined
}
