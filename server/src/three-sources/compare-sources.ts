import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { monthsToCompare } from './months-to-compare.ts'
import { notifyOfOtherAgents } from './notify-of-other-agents.ts'

/** First key of the advisory locks that serialize the comparison of a carrier; no other lock may have it. */
const sourceLock = 7_316_192

/** Looking for lost agents reads whole books: after a comparison, and once at the start for one that was cut off before it notified. */
let isNotifyDue = true

/**
 * Compares the three sources of the carriers whose records changed since, each in its own transaction, and notifies of policies that
 * a source shows with another agent. Returns the number of carriers. A month that is new for one carrier is compared for all.
 */
export async function compareSources(db: Db): Promise<number> {
  const compared: number[] = []
  for (;;) {
    const carrier = await nextCarrier(db, compared)
    if (carrier === undefined) break
    await inTransaction(db, (db) => compareCarrier(db, carrier))
    compared.push(carrier)
  }
  await sql`
    delete from source_units u where u.month < (select min(n.month) from ${monthsToCompare})`.execute(db)
  if (compared.length > 0) isNotifyDue = true
  if (isNotifyDue) await notifyOfOtherAgents(db)
  isNotifyDue = false
  return compared.length
}

/**
 * A carrier with changes or a month that was not compared, but none of `compared`; 0 for records of no known carrier. The one with the
 * fewest policies, so that a small one never waits for a large one.
 */
async function nextCarrier(db: Db, compared: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ carrier: number }>`
    select w.carrier
    from (
      select coalesce(s.carrier_id, 0) as carrier from source_changes s
      union
      select c.id from (select id from carriers union all select 0) c cross join ${monthsToCompare}
      where not exists (select from source_months d where d.carrier_id = c.id and d.month = n.month)
    ) w
    where w.carrier <> all(${compared}::bigint[])
    order by (select count(*) from policies p where p.carrier_id = w.carrier), w.carrier limit 1`.execute(db)
  return rows[0]?.carrier
}

async function compareCarrier(db: Db, carrier: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${sourceLock}, ${carrier}::int)`.execute(db)
  // Changes that come from now on are for the next comparison.
  await sql`delete from source_changes where coalesce(carrier_id, 0) = ${carrier}`.execute(db)
  await sql`
    with compared as (select n.month, derive_source_units(nullif(${carrier}::bigint, 0), n.month) from ${monthsToCompare})
    insert into source_months as d (carrier_id, month) select ${carrier}, c.month from compared c
    on conflict (carrier_id, month) do update set compared_at = now()`.execute(db)
}
