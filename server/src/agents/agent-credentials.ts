import type { AppointmentInput, LicenseInput } from '@coverdesk/domain/agents/agent-credentials.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Replaces the licenses of an agent; entries without an id are new. The agent must be locked. */
export async function saveLicenses(db: Db, agentId: number, input: readonly LicenseInput[]): Promise<void> {
  const rows = JSON.stringify(input)
  await removeOthers(db, 'agent_licenses', agentId, input)
  await sql`
    update agent_licenses l set state = g.state, number = g.number, line = g.line, effective = g.effective, expiry = g.expiry
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, state text, number text, line text, effective date, expiry date)
    where l.id = g.id and l.agent_id = ${agentId}
      and (l.state, l.number, l.line, l.effective, l.expiry) is distinct from (g.state, g.number, g.line, g.effective, g.expiry)`.execute(
    db,
  )
  await sql`
    insert into agent_licenses (agent_id, state, number, line, effective, expiry)
    select ${agentId}, state, number, line, effective, expiry
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, state text, number text, line text, effective date, expiry date)
    where g.id is null`.execute(db)
}

/** Replaces the carrier appointments of an agent. The agent must be locked. */
export async function saveAppointments(db: Db, agentId: number, input: readonly AppointmentInput[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as g (id bigint, "carrierId" bigint, state text,
    number text, effective date, expiry date, terminated date)`
  await removeOthers(db, 'agent_appointments', agentId, input)
  await sql`
    update agent_appointments p set carrier_id = g."carrierId", state = g.state, number = g.number,
      effective = g.effective, expiry = g.expiry, terminated = g.terminated
    from ${rows}
    where p.id = g.id and p.agent_id = ${agentId}
      and (p.carrier_id, p.state, p.number, p.effective, p.expiry, p.terminated)
        is distinct from (g."carrierId", g.state, g.number, g.effective, g.expiry, g.terminated)`.execute(db)
  await sql`
    insert into agent_appointments (agent_id, carrier_id, state, number, effective, expiry, terminated)
    select ${agentId}, "carrierId", state, number, effective, expiry, terminated from ${rows} where g.id is null`.execute(
    db,
  )
}

/** Deletes entries that are missing from the input; rejects ids of other agents (P-27). */
async function removeOthers(
  db: Db,
  table: 'agent_licenses' | 'agent_appointments',
  agentId: number,
  input: readonly { id?: number | undefined }[],
): Promise<void> {
  const ids = input.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known from ${sql.table(table)} where agent_id = ${agentId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  if (rows[0]?.known !== ids.length) fail('request.invalid', { message: 'Licenses and appointments of another agent' })
  await sql`delete from ${sql.table(table)} where agent_id = ${agentId} and id <> all(${ids}::bigint[])`.execute(db)
}
