import type { CarrierConflict, CarrierRow, carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { importKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { sql } from 'kysely'
import { linkLinesOf } from '../commissions/loads/link-lines.ts'
import { deriveMonths } from '../expected/derive-months.ts'
import { refuseEditConflict } from '../history/record-changes.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { findCarrier } from './carrier-queries.ts'
import { findMergeConflicts } from './merge-conflicts.ts'
import { recordCarrier } from './save-carrier.ts'

/** A column that refers to carriers. */
export interface CarrierReference {
  table: string
  column: string
}

/** Tables with special handling: names and ids of a carrier, and totals that are rebuilt. */
const ownTables = ['carrier_names', 'carrier_issuer_ids', 'carrier_profiles', 'carrier_terms']
const sums = [
  'policy_month_totals',
  'commission_month_totals',
  'commission_tracks',
  'expected_cash',
  'cash_to_come',
  'cash_windows',
]

/** All columns with a foreign key to carriers, read from the database so that no table is missed. */
export async function carrierReferences(db: Db): Promise<CarrierReference[]> {
  const { rows } = await sql<CarrierReference>`
    select k.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'carriers'::regclass and k.conparentid = 0
    order by 1, 2`.execute(db)
  return rows
}

const moved = (references: readonly CarrierReference[]) =>
  references.filter(({ table }) => !ownTables.includes(table) && !sums.includes(table))

/** Display names of tables; others are shown by their table name. */
const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  policies: ['policy', 'policies'],
  commission_lines: ['commission line', 'commission lines'],
  commission_replaced_lines: ['replaced commission line', 'replaced commission lines'],
  commission_replaced_months: ['replaced statement', 'replaced statements'],
  agent_contracts: ['agent contract', 'agent contracts'],
  agent_rates: ['agent rate', 'agent rates'],
  override_terms: ['override', 'overrides'],
  commission_schedules: ['schedule row', 'schedule rows'],
  variances: ['variance', 'variances'],
  disputes: ['dispute', 'disputes'],
  line_resolutions: ['resolved exception', 'resolved exceptions'],
  statement_confirmations: ['confirmed statement', 'confirmed statements'],
  equal_line_confirmations: ['confirmation of equal lines', 'confirmations of equal lines'],
  agent_appointments: ['appointment', 'appointments'],
  import_batches: ['loaded file', 'loaded files'],
  import_runs: ['upload', 'uploads'],
  payments: ['payment', 'payments'],
  marketplace_applications: ['marketplace application', 'marketplace applications'],
  unpaid_policies: ['unpaid entry', 'unpaid entries'],
  lost_policies: ['lost entry', 'lost entries'],
}

/** Preview of a merge with the moved records and the conflicts. */
export const previewCarrierMerge: Handler<typeof carriers.previewMerge> = async ({ db }, { id, otherId }) => {
  const { kept, merged } = await pairOf(db, id, otherId)
  const moves: string[] = []
  for (const { table, column } of moved(await carrierReferences(db))) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${otherId}`.execute(db)
    const count = rows[0]?.count ?? 0
    const [one, many] = words[table] ?? [table, table]
    if (count > 0) moves.push(`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`)
  }
  return {
    kept,
    merged,
    moves,
    names: [kept.name, ...namesOf(kept), merged.name, ...namesOf(merged)],
    notes: notesOf(kept, merged),
    conflicts: await findMergeConflicts(db, { kept, merged }),
  }
}

const namesOf = ({ code, aliases }: CarrierRow) => [...(code ? [code] : []), ...aliases]

function notesOf(kept: CarrierRow, merged: CarrierRow): string[] {
  const both = merged.profiles
    .filter(({ kind }) => kept.profiles.some((own) => own.kind === kind))
    .map(({ kind }) => kind)
  return [
    ...(both.length > 0
      ? [
          `Files of ${both.join(' and ')} are read with the profile of ${kept.name}; the one of ${merged.name} is deleted.`,
        ]
      : []),
    `Phone, broker portal, dispute window and terms stay those of ${kept.name}.`,
  ]
}

/**
 * Merges one carrier into another in one transaction: moves all records, turns its names into aliases, moves its HIOS ids,
 * rebuilds totals and deletes it. Foreign keys prevent the deletion if a record was missed.
 */
export const mergeCarriers: Handler<typeof carriers.merge> = (call, { id, otherId, version, otherVersion }) =>
  inTransaction(call.db, async (db) => {
    await lockCarrier(db, 'commissions', null)
    for (const kind of importKinds)
      for (const carrier of [id, otherId].sort((a, b) => a - b)) await lockCarrier(db, kind, carrier)
    for (const carrier of [id, otherId].sort((a, b) => a - b)) await findCarrier(db, carrier, { lock: true })
    const { kept, merged } = await pairOf(db, id, otherId)
    if (kept.version !== version) await refuseEditConflict(db, 'carrier', id, version)
    if (merged.version !== otherVersion) await refuseEditConflict(db, 'carrier', otherId, otherVersion)
    refuseConflicts(await findMergeConflicts(db, { kept, merged }))
    const counts = await moveRecords(db, otherId, id)
    await moveProfiles(db, kept, merged)
    await sql`update carrier_issuer_ids set carrier_id = ${id} where carrier_id = ${otherId}`.execute(db)
    await sql`delete from carriers where id = ${otherId}`.execute(db)
    await sql`
      insert into carrier_names (carrier_id, kind, name)
      select ${id}, 'alias', word from unnest(${[merged.name, ...namesOf(merged)]}::text[]) word
      where not exists (select from carrier_names n where n.carrier_id = ${id} and n.name_key = carrier_key(word))
      on conflict do nothing`.execute(db)
    await buildSums(db, id)
    await linkLinesOf(db, id)
    await deriveMonths(db, [id])
    await sql`update carriers set version = version + 1 where id = ${id}`.execute(db)
    return await recordCarrier(db, call, {
      before: kept,
      id,
      action: 'Merged',
      more: [{ field: 'Merged carrier', old: null, new: merged.name }],
      facts: { merged: merged.name, mergedId: otherId, ...counts },
    })
  })

async function pairOf(db: Db, id: number, otherId: number): Promise<{ kept: CarrierRow; merged: CarrierRow }> {
  if (id === otherId) fail('request.invalid', { message: 'Choose another carrier to merge' })
  return { kept: await findCarrier(db, id), merged: await findCarrier(db, otherId) }
}

function refuseConflicts(conflicts: readonly CarrierConflict[]): void {
  if (conflicts[0]) fail('carrier.merge_refused', { message: conflicts[0].message, details: conflicts })
}

/** Moves all records to the other carrier; returns the number by table. */
async function moveRecords(db: Db, from: number, to: number): Promise<Record<string, number>> {
  // Payments are immutable; only their carrier may change here (payments_locked).
  await sql`select set_config('coverdesk.carrier_merge', 'on', true)`.execute(db)
  // Of two decisions about the same number and name, the remaining carrier's stands.
  await sql`
    update line_resolutions z set undone_at = now() where z.carrier_id = ${from} and z.undone_at is null and exists (
      select from line_resolutions o where o.carrier_id = ${to} and o.undone_at is null
        and (o.number_key, o.name_key) = (z.number_key, z.name_key))`.execute(db)
  // Neither carrier's statement is whole once the other's lines are in it.
  await sql`
    update statement_confirmations k set undone_at = now() where k.undone_at is null and k.carrier_id in (${from}, ${to})
      and exists (select from commission_month_totals t where t.month = k.month
        and t.carrier_id in (${from}, ${to}) and t.carrier_id <> k.carrier_id)`.execute(db)
  await sql`
    update statement_confirmations k set undone_at = now() where k.carrier_id = ${from} and k.undone_at is null and exists (
      select from statement_confirmations o where o.carrier_id = ${to} and o.undone_at is null and o.month = k.month)`.execute(
    db,
  )
  await sql`
    update equal_line_confirmations q set undone_at = now() where q.carrier_id = ${from} and q.undone_at is null and exists (
      select from equal_line_confirmations o where o.carrier_id = ${to} and o.undone_at is null
        and (o.policy_number, o.statement, o.amount) = (q.policy_number, q.statement, q.amount))`.execute(db)
  const counts: Record<string, number> = {}
  const references = await carrierReferences(db)
  for (const { table, column } of moved(references)) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(db)
    if (numAffectedRows) counts[table] = Number(numAffectedRows)
  }
  await moveEarnings(db, from, to)
  await sql`select set_config('coverdesk.carrier_merge', '', true)`.execute(db)
  for (const table of sums) await sql`delete from ${sql.table(table)} where carrier_id = ${from}`.execute(db)
  return counts
}

/** Moves what pay runs know of lines: these tables outlive lines and carriers, so they have no foreign keys. */
async function moveEarnings(db: Db, from: number, to: number): Promise<void> {
  await sql`update pay_earnings set carrier_id = ${to} where carrier_id = ${from}`.execute(db)
  await sql`update line_months set carrier_id = ${to} where carrier_id = ${from}`.execute(db)
  await sql`
    update paid_lines set identity = ${to}::text || substr(identity, strpos(identity, '|'))
    where split_part(identity, '|', 1) = ${from}::text`.execute(db)
  await sql`
    update pay_runs set confirmed = array_replace(confirmed, ${from}::bigint, ${to}::bigint)
    where closed_at is null and ${from}::bigint = any(confirmed)`.execute(db)
}

/** Keeps the remaining carrier's profiles; moves profiles of other file kinds with all versions. */
async function moveProfiles(db: Db, kept: CarrierRow, merged: CarrierRow): Promise<void> {
  const own = kept.profiles.map(({ kind }) => kind)
  await sql`delete from carrier_profiles where carrier_id = ${merged.id} and kind = any(${own}::text[])`.execute(db)
  await sql`update carrier_profiles set carrier_id = ${kept.id} where carrier_id = ${merged.id}`.execute(db)
}

async function buildSums(db: Db, id: number): Promise<void> {
  await sql`select rebuild_policy_month_totals(${id})`.execute(db)
  await sql`select rebuild_commission_years(${id})`.execute(db)
  await sql`select rebuild_commission_tracks_of(${id})`.execute(db)
  await sql`
    select rebuild_commission_month_totals(${id},
      (select coalesce(array_agg(distinct month), '{}') from commission_lines where carrier_id = ${id}))`.execute(db)
}
