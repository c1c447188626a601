import { sql } from 'kysely'
import { setAgentsByName } from '../../agents/agents-by-name.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockCarrier } from '../../platform/imports/import-batch.ts'
import type { StagedImport } from '../../platform/imports/import-definition.ts'
import { matchPolicies } from './match-policies.ts'

/**
 * Assigns carrier, month, policy and agent to each staged row. Values in the file win over the form; the form's carrier also
 * applies to unknown carrier names. Rows without a carrier are rejected, rows without a policy or agent stay. Returns the
 * number of rejected rows.
 */
export async function matchRows(db: Db, staged: StagedImport): Promise<number> {
  const rows = sql.table(staged.rows)
  const { carrierId, month, given } = staged.job
  await sql`analyze ${rows}`.execute(db)
  // Each distinct name once: comparing all rows with the carriers' names takes a tenth of the load time.
  await sql`
    with named as materialized (
      select f.carrier, min(n.carrier_id) as carrier_id from (select distinct carrier from ${rows}) f
      join carrier_names n on n.name_key = carrier_key(f.carrier) group by 1
    )
    update ${rows} s set carrier_id = coalesce(n.carrier_id, ${carrierId}::bigint),
      month = coalesce(make_date(r.year, r.month_number, 1), r.period, make_date(
        coalesce(r.year, ${given?.year ?? null}::int, extract(year from ${month}::date)::int),
        coalesce(r.month_number, ${given?.month ?? null}::int, extract(month from ${month}::date)::int), 1))
    from ${rows} r left join named n on n.carrier = r.carrier
    where r.line = s.line`.execute(db)
  const refused = (await rejectUnmatched(db, staged)) + (await rejectOtherPeriods(db, staged))
  await negateChargebacks(db, staged)
  await forgetAgencyNpn(db, staged)
  await setAgentsByName(db, staged)
  if (!staged.job.dryRun) await waitForPolicies(db, staged)
  await findOwners(db, staged)
  return refused
}

async function rejectUnmatched(db: Db, staged: StagedImport): Promise<number> {
  const { headingOf } = staged
  const { numAffectedRows } = await sql`
    with gone as (
      delete from ${sql.table(staged.rows)} where carrier_id is null or month is null
      returning line, carrier, carrier_id, policy_number
    )
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${staged.job.runId}::uuid, line, 0,
      case when carrier_id is null then ${headingOf('Carrier')}::text else ${headingOf('Month')}::text end,
      case when carrier_id is null then left(carrier, 200) end,
      case when carrier_id is null and carrier is not null then 'Unknown carrier' else 'Required, empty' end,
      policy_number
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A statement belongs to one carrier and month, by which it is shown and deleted, so rows of others are rejected. */
async function rejectOtherPeriods(db: Db, staged: StagedImport): Promise<number> {
  const { headingOf } = staged
  const { carrierId, month, runId, singlePeriodOnly } = staged.job
  if (!singlePeriodOnly) return 0
  const { numAffectedRows } = await sql`
    with gone as (
      delete from ${sql.table(staged.rows)} where carrier_id <> ${carrierId}::bigint or month <> ${month}::date
      returning line, carrier, carrier_id <> ${carrierId}::bigint as other, to_char(month, 'MM/YYYY') as month, policy_number
    )
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${runId}::uuid, line, 0,
      case when other then ${headingOf('Carrier')}::text else ${headingOf('Month')}::text end,
      case when other then left(carrier, 200) else month end,
      case when other then 'Differs from the statement''s carrier' else 'Differs from the statement''s month' end,
      policy_number
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Some carriers write amounts without a sign, with a code for chargebacks. If a file has any negative amount, all of
 * its amounts are signed.
 */
async function negateChargebacks(db: Db, { rows }: StagedImport): Promise<void> {
  await sql`
    update ${sql.table(rows)} set amount = -amount
    where kind = 'chargeback' and amount > 0
      and not exists (select from ${sql.table(rows)} s where s.amount < 0)`.execute(db)
}

/**
 * The agency's own NPN is not an agent's: these lines count for the agent that the row names, otherwise for the agent
 * of record.
 */
async function forgetAgencyNpn(db: Db, { rows }: StagedImport): Promise<void> {
  await sql`
    update ${sql.table(rows)} r set agent_npn = null from agency_settings s where r.agent_npn = s.npn`.execute(db)
}

/** Waits for running policy imports of the same carriers, so that rows are matched with their results. */
async function waitForPolicies(db: Db, staged: StagedImport): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct carrier_id as id from ${sql.table(staged.rows)} order by 1`.execute(db)
  for (const { id } of rows) await lockCarrier(db, 'policies', id)
}

/** Finds policies and agents of the rows, as for stored lines. */
async function findOwners(db: Db, staged: StagedImport): Promise<void> {
  const rows = sql.table(staged.rows)
  await sql`analyze ${rows}`.execute(db)
  await matchPolicies(db, { table: rows, key: sql.ref('line'), of: sql`true` })
  await sql`analyze ${rows}`.execute(db)
}
