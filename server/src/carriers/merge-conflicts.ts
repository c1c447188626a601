import type { CarrierConflict, CarrierRow } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Maximum number of examples per conflict. */
const maxExamples = 20

interface Pair {
  kept: CarrierRow
  merged: CarrierRow
}

/** Conflicts of a merge: records of both carriers that would collide, and running imports. */
export async function findMergeConflicts(db: Db, pair: Pair): Promise<CarrierConflict[]> {
  const found = await Promise.all([
    samePolicies(db, pair),
    sameRates(db, pair),
    sameContracts(db, pair),
    sameOverrides(db, pair),
    sameAppointments(db, pair),
    sameSchedules(db, pair),
    sameFiles(db, pair),
    running(db, pair),
  ])
  return found.flatMap((conflict) => (conflict.count > 0 ? [conflict] : []))
}

async function conflict(
  db: Db,
  pairs: RawBuilder<{ example: string }>,
  message: (count: number) => string,
): Promise<CarrierConflict> {
  const { rows } = await sql<{ example: string; count: number }>`
    select example, (count(*) over ())::int as count from (${pairs}) pairs order by example limit ${maxExamples}`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  return { message: message(count), count, examples: rows.map(({ example }) => example) }
}

function samePolicies(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select k.policy_number || ' (' || k.first_name || ' ' || k.last_name || case
        when (lower(k.first_name), lower(k.last_name)) = (lower(m.first_name), lower(m.last_name)) then ''
        else ', ' || m.first_name || ' ' || m.last_name end || ')' as example
      from policies k join policies m on m.policy_number = k.policy_number
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id}`,
    (count) =>
      count === 1
        ? 'A policy number is in use under both carriers. Undo the load that brought it under one of them, then merge.'
        : `${count.toLocaleString('en-US')} policy numbers are in use under both carriers. Undo the load that brought them under one of them, then merge.`,
  )
}

const days = (alias: string, from: string, to: string) =>
  sql.raw(`to_char(${alias}.${from}, 'MM/DD/YYYY') || coalesce(' to ' || to_char(${alias}.${to}, 'MM/DD/YYYY'), ' on')`)

function sameRates(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select a.name || ', $' || m.rate || ' from ' || ${days('m', 'start_date', 'end_date')} as example
      from agent_rates k
      join agent_rates m on m.agent_id = k.agent_id
        and daterange(k.start_date, k.end_date, '[]') && daterange(m.start_date, m.end_date, '[]')
      join agents a on a.id = k.agent_id
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id}`,
    () => `Agents have rates of both carriers on the same day. End the rates of ${merged.name} first, then merge.`,
  )
}

function sameContracts(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select a.name || ', from ' || ${days('m', 'start_date', 'end_date')} as example
      from agent_contracts k
      join agent_contracts m on m.agent_id = k.agent_id
        and daterange(k.start_date, k.end_date, '[]') && daterange(m.start_date, m.end_date, '[]')
      join agents a on a.id = k.agent_id
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id}`,
    () =>
      `Agents have contracts for both carriers on the same day. End the contracts for ${merged.name} first, then merge.`,
  )
}

function sameOverrides(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select a.name || ', level ' || m.level || ', from ' || ${days('m', 'start_date', 'end_date')} as example
      from override_terms k
      join override_terms m on m.agent_id = k.agent_id and m.level = k.level
        and daterange(k.start_date, k.end_date, '[]') && daterange(m.start_date, m.end_date, '[]')
      join agents a on a.id = k.agent_id
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id}`,
    () =>
      `Agents have overrides of both carriers on the same day. End the overrides of ${merged.name} first, then merge.`,
  )
}

function sameSchedules(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select distinct coalesce(nullif(m.state, ''), 'All states') || ' from ' || to_char(lower(m.months), 'MM/YYYY') as example
      from schedule_cells k
      join schedule_cells m on m.state = k.state and m.scope = k.scope and m.scope_value = k.scope_value
        and m.business && k.business and m.months && k.months and m.cohort && k.cohort and m.members && k.members
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id}`,
    () =>
      `The schedules of both carriers answer for the same policies and months. Delete rows of ${merged.name} first, then merge.`,
  )
}

function sameAppointments(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select a.name || ', ' || m.state || ' from ' || ${days('m', 'effective', 'expiry')} as example
      from agent_appointments k
      join agent_appointments m on m.agent_id = k.agent_id and m.state = k.state
        and daterange(k.effective, least(k.expiry, k.terminated), '[]') && daterange(m.effective, least(m.expiry, m.terminated), '[]')
      join agents a on a.id = k.agent_id
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id}`,
    () =>
      `Agents are appointed by both carriers in the same state on the same day. Remove the appointments of ${merged.name} first, then merge.`,
  )
}

function sameFiles(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select k.file_name || coalesce(' of ' || to_char(k.month, 'MM/YYYY'), '') as example
      from import_batches k
      join import_batches m on m.kind = k.kind and m.month is not distinct from k.month and m.file_hash = k.file_hash
      where k.carrier_id = ${kept.id} and m.carrier_id = ${merged.id} and k.undone_at is null and m.undone_at is null
        and k.taken_from_at is null and m.taken_from_at is null`,
    () => 'The same file is loaded for both carriers. Undo one of the loads, then merge.',
  )
}

/** Kinds of files whose rows name no carrier. */
const kindsWithoutCarriers = ['leads', 'registrations', 'terminations', 'uplines', 'advances', 'adjustments', 'plans']

function running(db: Db, { kept, merged }: Pair): Promise<CarrierConflict> {
  return conflict(
    db,
    sql`
      select file_name as example from import_runs
      where state = 'running' and beat_at > now() - interval '1 minute'
        and kind <> all(${kindsWithoutCarriers}) and (carrier_id is null or carrier_id in (${kept.id}, ${merged.id}))`,
    () => 'A file is being loaded. Wait until it is done, then merge.',
  )
}
