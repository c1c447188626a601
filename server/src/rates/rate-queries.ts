import { fail } from '@coverdesk/domain/fail.ts'
import type { RateRow } from '@coverdesk/domain/rates/rate-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const selectRates = sql`
  select r.id, r.agent_id as "agentId", r.carrier_id as "carrierId", a.name as "agentName", c.name as "carrierName",
    r.rate::text as rate1, r.start_date as "startDate", r.end_date as "endDate", r.version
  from agent_rates r join agents a on a.id = r.agent_id join carriers c on c.id = r.carrier_id`

/** One rate; fails as missing if it does not exist. */
export async function findRate(db: Db, id: number): Promise<RateRow> {
  const { rows } = await sql<RateRow>`${selectRates} where r.id = ${id}`.execute(db)
  return rows[0] ?? fail('rate.not_found')
}

/** All rates of an agent for a carrier, by start. */
export async function ratesOf(db: Db, agentId: number, carrierId: number): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    ${selectRates} where r.agent_id = ${agentId} and r.carrier_id = ${carrierId} order by r.start_date`.execute(db)
  return rows
}

/** Locks the rates of an agent until the transaction ends; fails if the agent does not exist. */
export async function lockRatesOf(db: Db, agentId: number): Promise<void> {
  const { rows } = await sql`select id from agents where id = ${agentId} for no key update`.execute(db)
  if (rows.length === 0) fail('agent.not_found')
}
