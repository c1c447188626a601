import type { Persistency } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { persistencyDays } from '@coverdesk/domain/dashboard/persistency-days.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Clients whom an agent of the selection had in force on the last day of the previous year, and how many of them such an
 * agent has in force on each counted day (decision 140). A client is a name with a date of birth; a policy without date
 * of birth is a client of its own.
 */
export async function countPersistency(
  db: Db,
  visibility: Visibility,
  { agentId, year, today }: { agentId?: number | undefined; year: number; today: string },
): Promise<Persistency> {
  const { cohort, months } = persistencyDays(year, today)
  if (cohort === null) return { clients: 0, months: months.map(() => null) }
  const days = months.filter((day) => day !== null)
  const isInForce = (day: string) =>
    sql`bool_or(s.begins <= ${day}::date and (s.ends is null or s.ends >= ${day}::date))`
  const { rows } = await sql<{ clients: number; counts: number[] }>`
    with spans as (${spansOf(visibility, agentId)}),
    clients as (
      select array[${sql.join(days.map(isInForce))}]::boolean[] as stays
      from spans s where s.ends is null or s.ends >= ${cohort}::date
      group by s.client
      having ${isInForce(cohort)})
    select count(*)::int as clients,
      array(select (select count(*)::int from clients k where k.stays[n]) from generate_series(1, ${days.length}::int) n
        order by n) as counts
    from clients`.execute(db)
  const [found] = rows
  const counts = found?.counts ?? []
  return {
    clients: found?.clients ?? 0,
    months: months.map((day, index) => (day === null ? null : (counts[index] ?? 0))),
  }
}

/** Days on which an agent of the selection had a client's policy in force: with the present and with earlier agents. */
function spansOf(visibility: Visibility, agentId: number | undefined) {
  const isSelected = (column: string) => {
    const agent = sql.ref(column)
    const isVisible = visibility.all
      ? sql<boolean>`${agent} is not null`
      : sql<boolean>`${agent} = any(${visibility.agentIds}::bigint[])`
    return agentId === undefined ? isVisible : sql<boolean>`${isVisible} and ${agent} = ${agentId}`
  }
  return sql`
    select ${client} as client, greatest(p.effective_date, p.agent_since) as begins, ${ends} as ends
    from policies p where ${isSelected('p.agent_id')} and ${everInForce}
    union all
    select ${client}, greatest(p.effective_date, lower(h.held)), least(${ends}, upper(h.held) - 1)
    from policy_agents h join policies p on p.id = h.policy_id
    where ${isSelected('h.agent_id')} and ${everInForce}`
}

const client = sql.raw(`case when p.dob is null then p.id::text else p.sort_name || ' ' || p.dob end`)

/** A pending policy is not in force yet, a cancelled one never was. */
const everInForce = sql.raw(`p.status in ('Active', 'Terminated') and p.effective_date is not null`)

/** Last day in force: the end, or the day on which the carrier's file no longer had the policy. */
const ends = sql.raw(`least(
  case when p.status = 'Terminated' then coalesce(p.term_date, p.paid_through_date, p.effective_date) else p.term_date end,
  (p.missing_since at time zone 'America/New_York')::date)`)
