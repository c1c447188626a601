import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { eventsIn } from './seal-events.ts'

/** Columns of `audit_progress` with the last link processed by a background table. */
export type Progress = 'indexed_seq' | 'counted_seq'

/** Approximate number of events per pass. */
const together = 20_000

/**
 * Passes the next links of the chain to `take` and records the progress in the same transaction, so that each link is
 * processed once. Returns the number of events, or 0 if there are none or another node holds the lock.
 */
export async function takeLinks(
  db: Db,
  progress: Progress,
  take: (db: Db, links: RawBuilder<unknown>) => Promise<void>,
): Promise<number> {
  const upto = sql.ref(progress)
  return await inTransaction(db, async (db) => {
    await sql`set local statement_timeout = '5min'`.execute(db)
    const { rows } = await sql<{ from: number }>`
      select ${upto} as "from" from audit_progress for update skip locked`.execute(db)
    const from = rows[0]?.from
    if (from === undefined) return 0
    const { rows: spans } = await sql<{ to: number | null; events: number }>`
      select max(seq) as "to", coalesce(sum(events), 0)::bigint as events from (
        select seq, cardinality(event_ids) as events, sum(cardinality(event_ids)) over (order by seq) as upto
        from audit_chain where seq > ${from} order by seq limit 1000
      ) links where upto - events < ${together}`.execute(db)
    const span = spans[0]
    if (!span?.to) return 0
    await take(db, sql`(select * from audit_chain where seq > ${from} and seq <= ${span.to})`)
    await sql`update audit_progress set ${upto} = ${span.to}`.execute(db)
    return span.events
  })
}

/** Events of links, looked up individually by id. */
export const eventsOfLinks = (links: RawBuilder<unknown>, columns: string) => sql`
  select e.* from ${links} c, unnest(c.event_ids) as sealed (id),
    lateral (select ${sql.raw(columns)} from audit_events where id = sealed.id offset 0) e`

/**
 * SQL for the events that a background table does not include yet: those of later links and unsealed ones. With the table it
 * covers the record exactly once. `offset 0` prevents pushing down conditions, for which the planner would scan an index of
 * millions of events.
 */
export function lateEvents(progress: Progress, columns: readonly string[]): string {
  const [plain, ofEvent] = [columns.join(', '), columns.map((column) => `e.${column}`).join(', ')]
  return `
    select ${ofEvent} from audit_progress p
      cross join lateral (select ${plain} from audit_events where id > p.sealed_to order by id offset 0) e
    union all
    select ${ofEvent} from audit_progress p, jsonb_to_recordset(p.gaps) as gap ("from" bigint, "to" bigint)
      cross join lateral (${eventsIn(plain)} offset 0) e
    union all
    select ${ofEvent} from audit_progress p join audit_chain c on c.seq > p.${progress}, unnest(c.event_ids) as sealed (id),
      lateral (select ${plain} from audit_events where id = sealed.id offset 0) e`
}
