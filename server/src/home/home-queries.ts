import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import { expiryDays } from '@coverdesk/domain/agents/expiry.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import {
  type CarrierLoad,
  type HomeExpiry,
  type HomeGroupOf,
  maxHomeRows,
} from '@coverdesk/domain/home/home-contract.ts'
import { isPolicyLoadOverdue, isStatementOverdue } from '@coverdesk/domain/home/overdue-loads.ts'
import { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { sql } from 'kysely'
import { agentList } from '../agents/agent-list.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { countList } from '../platform/lists/count-list.ts'

/** Licenses and appointments of an agent that expire and have no successor; the rule of `next_expiry_of`. */
const expiringOf = (agentId: string) =>
  sql.raw(`
    select l.expiry, 'license' as kind, l.state, l.line as of from agent_licenses l
    where l.agent_id = ${agentId} and l.expiry is not null and not exists (
      select from agent_licenses n
      where n.agent_id = l.agent_id and n.state = l.state and n.line = l.line and n.effective > l.effective)
    union all
    select p.expiry, 'appointment', p.state, c.name from agent_appointments p join carriers c on c.id = p.carrier_id
    where p.agent_id = ${agentId} and p.expiry is not null and p.terminated is null and not exists (
      select from agent_appointments n
      where n.agent_id = p.agent_id and n.carrier_id = p.carrier_id and n.state = p.state and n.effective > p.effective)`)

/** Agents whose next license or appointment expires within 60 days, as the list of agents filters them. */
export async function agentExpiries(db: Db, today: string): Promise<HomeGroupOf<'agent'>> {
  const until = plusDays(today, expiryDays.coming)
  const count = (range: { expiresFrom?: string; expiresTo: string }) =>
    countList(db, agentList, { pageNumber: 1, pageSize: maxHomeRows, ...range }, { all: true })
  const [{ rows }, total, expired] = await Promise.all([
    sql<HomeExpiry>`
      select a.id, a.name as agent, e.expiry, e.kind, e.state, e.of
      from (select * from agents where next_expiry between ${today}::date and ${until}::date
        order by next_expiry, id limit ${maxHomeRows}) a
      cross join lateral (
        select * from (${expiringOf('a.id')}) e where e.expiry = a.next_expiry order by e.kind desc, e.state limit 1) e
      order by e.expiry, a.id`.execute(db),
    count({ expiresFrom: today, expiresTo: until }),
    count({ expiresTo: plusDays(today, -1) }),
  ])
  return { kind: 'agent', own: false, total, expired, data: rows }
}

/** Licenses and appointments of the user's own agent that have expired or expire within 60 days. */
export async function ownExpiries(db: Db, agentId: number, today: string): Promise<HomeGroupOf<'agent'>> {
  const { rows } = await sql<HomeExpiry>`
    select a.id, a.name as agent, e.expiry, e.kind, e.state, e.of
    from agents a cross join lateral (${expiringOf('a.id')}) e
    where a.id = ${agentId} and e.expiry <= ${plusDays(today, expiryDays.coming)}::date
    order by e.expiry, e.kind, e.state, e.of`.execute(db)
  const expired = rows.filter(({ expiry }) => expiry < today).length
  return { kind: 'agent', own: true, total: rows.length, expired, data: rows }
}

/**
 * Requests that the user can decide: rights for security administrators, emergency access for all administrators. Own
 * requests, and those about oneself, are decided by others. Null without either right.
 */
export async function waitingApprovals(
  db: Db,
  user: SignedIn,
  { now, org }: { now: Date; org: string | null },
): Promise<number | null> {
  if (!mayPass(anyAdministrator, user)) return null
  const { rows } = await sql<{ waiting: number }>`
    select (
      select count(*) from rights_grants g join users u on u.id = g.user_id
      where ${mayPass(rightsGrants.decide.allow, user)} and g.decision is null and g.expires_at > ${now}
        and g.asked_by <> ${user.id} and g.user_id <> ${user.id} and (${org}::text is null or u.org = ${org})
    ) + (
      select count(*) from emergency_accesses e join users u on u.id = e.user_id
      where e.decision is null and e.ended_at is null and e.ask_expires_at > ${now} and e.user_id <> ${user.id}
        and (${org}::text is null or u.org = ${org})
    ) as waiting`.execute(db)
  return Number(rows[0]?.waiting ?? 0)
}

/** Last policy file and latest statement of each active carrier that has any. */
export async function carrierLoads(db: Db, today: string): Promise<CarrierLoad[]> {
  type Row = Pick<CarrierLoad, 'carrierId' | 'carrier' | 'policiesOn' | 'statementMonth'>
  const { rows } = await sql<Row>`
    select c.id as "carrierId", c.name as carrier, p.day as "policiesOn", s.month as "statementMonth"
    from carriers c
    left join lateral (
      select (b.loaded_at at time zone 'America/New_York')::date as day from import_batches b
      where b.kind = 'policies' and b.carrier_id = c.id and b.undone_at is null order by b.id desc limit 1) p on true
    left join lateral (
      select t.month from commission_month_totals t where t.carrier_id = c.id order by t.month desc limit 1) s on true
    where c.active and (p.day is not null or s.month is not null)
    order by plain_text(c.name), c.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    policiesOverdue: row.policiesOn !== null && isPolicyLoadOverdue(row.policiesOn, today),
    statementOverdue: row.statementMonth !== null && isStatementOverdue(row.statementMonth, today),
  }))
}
