import type { AgentDetail, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import type { Person, TestApp } from '../testing/test-app.ts'

export type AgentInput = InputOf<typeof agents.save>

let made = 0

/** Input of New Agent with a unique login email and NPN. */
export function newAgent(change: Partial<AgentInput> = {}): AgentInput {
  const number = ++made
  return {
    loginEmail: `agent-${number}-${Date.now().toString(36)}@agency.test`,
    phone: '(305) 555-0100',
    npn: String(70_000_000 + number),
    locationId: 1,
    agentTypeId: 1,
    contact: { firstName: 'Ana', middleName: '', lastName: `Vega ${number}` },
    ...change,
  }
}

/** Input of Edit Agent for an agent, with overrides. */
export function editOf(agent: AgentDetail, change: Partial<AgentInput> = {}): AgentInput {
  const { id, version, loginEmail, phone, npn, locationId, agentTypeId, statusId, contact } = agent
  return {
    id,
    version,
    loginEmail,
    phone: phone ?? '',
    npn: npn ?? '',
    locationId,
    agentTypeId,
    statusId,
    contact: { firstName: contact.firstName, middleName: contact.middleName, lastName: contact.lastName },
    ...change,
  }
}

/** Sends any body; returns the status, the code and the paths of the problems. */
export async function putAnything(
  agency: TestApp,
  person: Person,
  method: 'PUT' | 'POST',
  url: string,
  payload: object,
) {
  const answer = await agency.app.inject({ method, url, payload, headers: { authorization: `Bearer ${person.token}` } })
  const body: { code?: string; message?: string; details?: { path: string }[] } = answer.json()
  return {
    status: answer.statusCode,
    code: body.code,
    message: body.message,
    paths: body.details?.map(({ path }) => path),
  }
}

/** Audit events of a record, oldest first. */
export async function eventsOf(agency: TestApp, entity: string, id: number) {
  return await agency.db
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'facts', 'request_id'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .where('action', 'in', ['create', 'update'])
    .orderBy('id')
    .execute()
}

/** Inserts an agent without a login and returns its id. */
export async function insertAgent(
  { db }: Pick<TestApp, 'db'>,
  name: string,
  npn: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with contact as (insert into contacts (first_name, last_name) values (${name}, 'Agent') returning id)
    insert into agents (contact_id, name, npn, login_email)
    select id, ${name}, ${npn}, 'agent-' || id || '@agency.test' from contact returning id`.execute(db)
  return rows[0]?.id ?? 0
}
