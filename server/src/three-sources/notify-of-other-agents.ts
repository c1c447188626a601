import type { AgentSource } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { notify } from '../platform/realtime/notify.ts'
import { monthsToCompare } from './months-to-compare.ts'

const firstMonth = sql`(select min(n.month) from ${monthsToCompare})`

/** An NPN that is neither an agent's nor the agency's own: moves inside the agency are no loss. */
const isForeign = (npn: string) => sql`
  ${sql.ref(npn)} is not null and not exists (select from agents a where a.npn = ${sql.ref(npn)})
  and not exists (select from agency_settings s where s.npn = ${sql.ref(npn)})`

/** Policies of the agency that the exchange shows with an NPN of others, also in the newest month that it shows. */
const fromExchange = sql`
  select u.policy_id, u.exchange_npn as npn, p.agent_id, u.stake, 'exchange' as source
  from source_units u join policies p on p.id = u.policy_id
  where u.class = 'agent differs' and p.agent_id is not null and ${isForeign('u.exchange_npn')}
    and u.exchange_npn = (select o.exchange_npn from source_units o where o.policy_id = u.policy_id and o.exchange_npn is not null
      order by o.month desc limit 1)`

/** Policies whose agent of record was the agency's until a carrier's book named an NPN of others, and that are in force. */
const fromBook = sql`
  select p.id as policy_id, p.agent_npn as npn, h.agent_id, (13 - extract(month from p.agent_since)) * coalesce((
      select m.expected from commission_months m where m.policy_id = p.id and m.expected > 0 and m.month < p.agent_since
      order by m.month desc limit 1), 0) as stake, 'book' as source
  from policy_agents h join policies p on p.id = h.policy_id and upper(h.held) = p.agent_since
  where h.agent_id is not null and p.agent_id is null and p.missing_since is null and p.status not in ('Cancelled', 'Terminated')
    and p.agent_since >= ${firstMonth} and coalesce(p.term_date >= p.agent_since, true) and ${isForeign('p.agent_npn')}`

/** Policies of the agency that a statement pays to an NPN of others. */
const fromStatement = sql`
  select v.policy_id, l.agent_npn as npn, p.agent_id, (13 - extract(month from v.month)) * v.expected as stake, 'statement' as source
  from variances v
  join policies p on p.id = v.policy_id and p.agent_id is not null
  join commission_lines l on l.policy_id = v.policy_id and l.month >= v.month and l.month < v.month + interval '1 year'
  where v.class = 'wrong agent or NPN' and v.closed_at is null and v.month >= ${firstMonth} and ${isForeign('l.agent_npn')}`

/**
 * One notification of a source for all new losses of a user: of the agent of record, and of those who run the agency's commissions.
 * A loss is noticed once, whatever source shows it first, and again after the policy was the agency's in between. What is at stake
 * is the agency's money, so the notification of an agent who sees only pay leaves it out (decision 141).
 */
export async function notifyOfOtherAgents(db: Db): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await sql<{ userId: number; source: AgentSource; policies: number; stake: string | null }>`
      with changed as materialized (
        select policy_id, npn, max(agent_id) as agent_id, max(stake) as stake, min(source) as source
        from (${fromExchange} union all ${fromBook} union all ${fromStatement}) shown group by 1, 2
      ),
      over as (
        delete from source_notices s using policies p
        where p.id = s.policy_id and p.agent_id is not null
          and not exists (select from changed c where c.policy_id = s.policy_id and c.npn = s.npn)
          and s.npn is distinct from (select o.exchange_npn from source_units o
            where o.policy_id = s.policy_id and o.exchange_npn is not null order by o.month desc limit 1)
      ),
      fresh as (
        insert into source_notices (policy_id, npn) select policy_id, npn from changed on conflict do nothing returning policy_id, npn
      )
      select w.id as "userId", c.source, count(*)::int as policies,
        (sum(c.stake) filter (where w.sees_agency))::numeric(14, 2)::text as stake
      from fresh f join changed c on c.policy_id = f.policy_id and c.npn = f.npn
      join lateral (
        select u.id, u.has_full_agent_access or u.roles @> '{administrator}' or u.claims @> '{admin.Statement}' as sees_agency
        from users u left join agents a on a.contact_id = u.contact_id
        where u.enabled and (a.id = c.agent_id or u.roles @> '{agent,administrator}' and u.claims @> '{admin.Statement}')
      ) w on true
      group by 1, 2 order by 1, 2`.execute(db)
    await notify(
      db,
      'agent-change',
      rows.map(({ userId, source, policies, stake }) => ({
        userId,
        recordId: null,
        facts: { source, policies, stake },
      })),
    )
  })
}
