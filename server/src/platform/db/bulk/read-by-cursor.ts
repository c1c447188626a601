import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'

/** Rows of a query in groups of `atOnce`, by a cursor of the caller's transaction: memory stays the same for any number. */
export async function* readByCursor<Row>(
  db: Db,
  { name, query, atOnce }: { name: string; query: RawBuilder<Row>; atOnce: number },
): AsyncGenerator<Row[]> {
  const compiled: CompiledQuery = query.compile(db)
  await db.executeQuery({ ...compiled, sql: `declare ${name} no scroll cursor for ${compiled.sql}` })
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(atOnce)} from ${sql.ref(name)}`.execute(db)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await sql`close ${sql.ref(name)}`.execute(db).catch(() => undefined)
  }
}
