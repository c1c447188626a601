import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { notify } from '../platform/realtime/notify.ts'

/** Months that are compared: the newest one of a book or statement, and those before it. */
const comparedMonths = 6

/** First key of the advisory locks that serialize the comparison of a carrier; no other lock may have it. */
const sourceLock = 7_316_192

/**
 * Compares the three sources of the carriers whose records changed since, each in its own transaction, and notifies of policies that
 * the exchange shows with another agent. Returns the number of carriers. A month that is new for one carrier is compared for all.
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
  await notifyOfOtherAgents(db)
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

const monthsToCompare = sql`(
  select (newest.month - make_interval(months => back))::date as month
  from (
    select least(greatest(
        (select max(b.month) from import_batches b where b.kind = 'policies' and b.undone_at is null),
        (select max(t.month) from commission_month_totals t)),
      date_trunc('month', now())::date + interval '1 month') as month) newest
  cross join generate_series(0, ${sql.lit(comparedMonths - 1)}) back
  where newest.month is not null) n`

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

/**
 * One notification for all new ones of a user: of the agent of record, and of those who run the agency's commissions. What is at stake
 * is the agency's money, so the notification of an agent who sees only pay leaves it out (decision 141).
 */
async function notifyOfOtherAgents(db: Db): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await sql<{ userId: number; policies: number; stake: string | null }>`
      with changed as (
        select u.policy_id, u.exchange_npn as npn, p.agent_id, max(u.stake) as stake
        from source_units u join policies p on p.id = u.policy_id
        where u.class = 'agent differs' and p.agent_id is not null and not exists (select from agents a where a.npn = u.exchange_npn)
        group by 1, 2, 3
      ),
      fresh as (
        insert into source_notices (policy_id, npn) select policy_id, npn from changed on conflict do nothing returning policy_id, npn
      )
      select w.id as "userId", count(*)::int as policies,
        (sum(c.stake) filter (where w.sees_agency))::numeric(14, 2)::text as stake
      from fresh f join changed c on c.policy_id = f.policy_id and c.npn = f.npn
      join lateral (
        select u.id, u.has_full_agent_access or u.roles @> '{administrator}' or u.claims @> '{admin.Statement}' as sees_agency
        from users u left join agents a on a.contact_id = u.contact_id
        where u.enabled and (a.id = c.agent_id or u.roles @> '{agent,administrator}' and u.claims @> '{admin.Statement}')
      ) w on true
      group by 1 order by 1`.execute(db)
    await notify(
      db,
      'agent-change',
      rows.map(({ userId, policies, stake }) => ({
        userId,
        recordId: null,
        facts: { policies, stake },
      })),
    )
  })
}
