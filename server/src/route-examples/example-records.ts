import { randomBytes } from 'node:crypto'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import type { TestApp } from '../testing/test-app.ts'
import { tableOf } from '../unpaid/unpaid-list.ts'
import type { Actor } from './example.ts'

/** An id without a record. */
export const nowhere = 999_999_999

/** A unique generated address. */
export function unique(what: string): string {
  return `${what}-${randomBytes(6).toString('hex')}@agency.test`
}

/** A valid password, entered twice. */
export const newPassword = () => {
  const pass = `Kz-${randomBytes(6).toString('hex')}-Qv`
  return { pass, pass_confirm: pass }
}

/** The user as stored. */
export async function userOf(agency: TestApp, id: number) {
  return await agency.db
    .selectFrom('users')
    .select(['version', 'contact_id as contactId', 'user_name as userName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A customer of an agent. */
export async function customerOf(agency: TestApp, agentId: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with person as (insert into contacts (first_name, last_name, agent_id) values ('Ida', 'Case', ${agentId}) returning id)
    insert into customers (contact_id) select id from person returning contact_id as id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

/** A lead of an agent. */
export async function leadOf(agency: TestApp, { agentId }: { agentId: number | null }): Promise<number> {
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Ida', last_name: 'Case', agent_id: agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A contact of an agent. */
export async function clientOf(agency: TestApp, { agentId }: { agentId: number | null }): Promise<number> {
  const { id } = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Ida', last_name: 'Client', agent_id: agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A request for a day off, as the requester created it. */
export async function ptoOf(agency: TestApp, { agentId, userId }: Actor): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into pto_requests (agent_id, created_by, start_date, start_hour, end_date, end_hour, hours, comment)
      values (${agentId}, ${userId}, '2190-03-01', 9, '2190-03-01', 17, 8, 'A wedding') returning id, created_by),
    told as (
      insert into status_changes (kind, record_id, status_id, created_by) select 'pto', id, 1, created_by from made)
    select id from made`.execute(agency.db)
  return rows[0]?.id ?? 0
}

/** An unpaid or lost policy of an agent of record. */
export async function unpaidOf(agency: TestApp, variant: UnpaidVariant, { agentId }: Actor): Promise<number> {
  const number = unique('policy').slice(0, 40)
  const { rows } = await sql<{ id: number }>`
    with carrier as (
      insert into carriers (name) values (${`Carrier ${number}`}) returning id),
    policy as (
      insert into policies (carrier_id, policy_number, first_name, last_name, agent_id)
      select id, ${number}, 'Ida', 'Case', ${agentId} from carrier returning *)
    insert into ${sql.table(tableOf[variant])} (policy_id, month, why, carrier_id, policy_number, insured_name, search_name,
      sort_name, at_stake, aor_id)
    select id, '2026-10-01', ${variant === 'unpaid' ? 'premium' : 'missing'}, carrier_id, policy_number, 'Ida Case', search_name,
      sort_name, 20, agent_id from policy returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

/** An open variance of an agent of record's policy. */
export async function varianceOf(agency: TestApp, { agentId }: Actor): Promise<number> {
  const number = unique('policy').slice(0, 40)
  const { rows } = await sql<{ id: number }>`
    with carrier as (
      insert into carriers (name) values (${`Carrier ${number}`}) returning id),
    policy as (
      insert into policies (carrier_id, policy_number, first_name, last_name, agent_id)
      select id, ${number}, 'Ida', 'Case', ${agentId} from carrier returning *)
    insert into variances (policy_id, month, carrier_id, class, reason, expected, received, stake, agent_id, policy_number, insured_name,
      search_name, sort_name)
    select id, '2026-10-01', carrier_id, 'missing', 'No line pays 10/2026.', 20, 0, 20, agent_id, policy_number, 'Ida Case', search_name,
      sort_name from policy returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

/** A statement line of an agent, or of none. */
export async function lineOf(agency: TestApp, { agentId }: { agentId: number | null }): Promise<number> {
  const number = unique('policy').slice(0, 40)
  const { rows } = await sql<{ id: number }>`
    with carrier as (insert into carriers (name) values (${`Carrier ${number}`}) returning id)
    insert into commission_lines (carrier_id, month, kind, amount, policy_number, insured_name, agent_id, agent_by)
    select id, '2026-10-01', 'initial', 20, ${number}, 'Ida Case', ${agentId}::bigint,
      case when ${agentId}::bigint is not null then 'person' end
    from carrier returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}
