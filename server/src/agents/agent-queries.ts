import type { AgentDetail } from '@coverdesk/domain/agents/agent-contract.ts'
import type { SellingAgent } from '@coverdesk/domain/agents/may-sell.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { cmsRecordOfAgent } from '../cms-registration/cms-record-of-agent.ts'
import type { Db } from '../platform/db/database.ts'

const licenses = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', l.id, 'state', l.state, 'number', l.number, 'line', l.line,
    'effective', l.effective, 'expiry', l.expiry) order by l.state, l.line, l.effective desc)
  from agent_licenses l where l.agent_id = a.id), '[]')`

const appointments = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'carrierId', p.carrier_id, 'carrierName', c.name, 'state', p.state,
    'number', p.number, 'effective', p.effective, 'expiry', p.expiry, 'terminated', p.terminated)
    order by c.name, p.state, p.effective desc)
  from agent_appointments p join carriers c on c.id = p.carrier_id where p.agent_id = a.id), '[]')`

const contact = sql`jsonb_build_object('firstName', co.first_name, 'middleName', co.middle_name, 'lastName', co.last_name,
  'emails', (select coalesce(jsonb_agg(jsonb_build_object('email', e.email) order by e.position, e.id), '[]')
    from contact_emails e where e.contact_id = co.id),
  'phones', (select coalesce(jsonb_agg(jsonb_build_object('phone', e.phone) order by e.position, e.id), '[]')
    from contact_phones e where e.contact_id = co.id))`

/** One agent for editing (AGENT-15); fails as missing if there is none. */
export async function findAgent(db: Db, id: number): Promise<AgentDetail> {
  const { rows } = await sql<AgentDetail>`
    select a.id, a.version, a.name, a.login_email as "loginEmail", a.phone, a.npn, a.location_id as "locationId",
      place.name as "locationName", a.agent_type_id as "agentTypeId", kind.name as "agentTypeName",
      a.status_id as "statusId", state.name as "statusName", to_json(a.created_at) #>> '{}' as "createdDate",
      a.next_expiry as "nextExpiry", ${contact} as contact, ${licenses} as licenses, ${appointments} as appointments
    from agents a
    join contacts co on co.id = a.contact_id
    left join lookup_values place on place.list = 'generic.2' and place.id = a.location_id
    left join lookup_values kind on kind.list = 'generic.1' and kind.id = a.agent_type_id
    left join lookup_values state on state.list = 'status.agent' and state.id = a.status_id
    where a.id = ${id}`.execute(db)
  return rows[0] ?? fail('agent.not_found')
}

/** Facts for `maySell` (domain/src/agents/may-sell.ts); undefined if the agent does not exist. */
export async function findAuthority(db: Db, agentId: number): Promise<SellingAgent | undefined> {
  const { rows } = await sql<SellingAgent>`
    select a.status_id as "statusId", coalesce(state.name, 'unknown') as "statusName", a.npn,
      ${licenses} as licenses, ${appointments} as appointments, ${cmsRecordOfAgent} as cms
    from agents a left join lookup_values state on state.list = 'status.agent' and state.id = a.status_id
    where a.id = ${agentId}`.execute(db)
  return rows[0]
}

/** What decides about the sales of all agents, by their ids. */
export async function sellingAgents(db: Db): Promise<ReadonlyMap<number, SellingAgent>> {
  const { rows } = await sql<SellingAgent & { id: number }>`
    select a.id, a.status_id as "statusId", coalesce(state.name, 'unknown') as "statusName", a.npn,
      ${licenses} as licenses, ${appointments} as appointments, ${cmsRecordOfAgent} as cms
    from agents a left join lookup_values state on state.list = 'status.agent' and state.id = a.status_id`.execute(db)
  return new Map(rows.map(({ id, ...agent }) => [id, agent]))
}
