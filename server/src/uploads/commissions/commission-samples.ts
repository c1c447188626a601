import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv } from '../policies/upload-samples.ts'

/** Canonical columns. */
export const commissionHeadings = [
  'Carrier',
  'AgentNPN',
  'PolicyNumber',
  'InsuredName',
  'Month',
  'Year',
  'Members',
  'Amount',
]

export interface CommissionRow {
  carrier?: string
  npn?: string
  number: string
  name?: string
  month?: number | string
  year?: number | string
  members?: number | string
  amount: string
}

/** CSV file of commissions with the canonical headings; tests only. */
export function commissionCsv(rows: readonly CommissionRow[], carrier: string): string {
  return csv([
    commissionHeadings,
    ...rows.map(({ number, amount, ...row }) => [
      row.carrier ?? carrier,
      row.npn ?? '19984127',
      number,
      row.name ?? 'Rosa Ledesma',
      row.month ?? 3,
      row.year ?? 2026,
      row.members ?? 1,
      amount,
    ]),
  ])
}

export type UploadOptions = InputOf<typeof commissionLoads.upload>

/** Uploads commissions as this user. */
export function uploadAs(
  person: Person,
  text: string | Buffer,
  more: UploadOptions = {},
  name = 'statement.csv',
): Promise<ImportRun> {
  return person.call(commissionLoads.upload, more, { text, name })
}

export function checkAs(person: Person, text: string | Buffer, more: UploadOptions = {}): Promise<ImportRun> {
  return person.call(commissionLoads.check, more, { text, name: 'statement.csv' })
}

/** Test app for commissions: an administrator who can upload files, and the agents named in the files. */
export async function startCommissionApp(): Promise<{ agency: TestApp; admin: Person }> {
  const agency = await startTestApp()
  const admin = await createUploader(agency)
  for (const npn of ['19984127', '20417733']) await agency.person({ roles: ['agent'], npn })
  return { agency, admin }
}

let carriers = 0
/** A carrier used by no other test, with policies C1 to C9. */
export async function carrierWithPolicies(agency: TestApp): Promise<{ id: number; name: string }> {
  const name = `Carrier ${++carriers}`
  const id = await agency.carrier(name)
  await policiesOf(agency, id, 9)
  return { id, name }
}

/** Policies `C1` to `C<count>` of a carrier, all of the agent with NPN 19984127. */
export async function policiesOf(agency: TestApp, carrierId: number, count: number): Promise<void> {
  await sql`
    insert into policies (carrier_id, policy_number, first_name, last_name, agent_npn, agent_id, agent_since)
    select ${carrierId}, 'C' || n, 'Rosa', 'Ledesma', '19984127', (select id from agents where npn = '19984127'), '2026-01-01'
    from generate_series(1, ${count}::int) n`.execute(agency.db)
}

/** All rows of all tables that a commission upload writes, without generated ids. */
export async function commissionState(db: Db): Promise<unknown> {
  const tables = [
    'commission_lines',
    'commission_years',
    'commission_month_totals',
    'commission_tracks',
    'commission_marks',
    'unpaid_policies',
    'lost_policies',
  ]
  const parts = tables.map((table) => {
    // These tables are rebuilt, so their ids change.
    const isRebuilt = ['commission_month_totals', 'commission_tracks'].includes(table)
    const row = isRebuilt ? sql`(to_jsonb(t) - 'id')` : sql`to_jsonb(t)`
    return sql`(select jsonb_agg(${row} order by ${row}::text) from ${sql.table(table)} t)`
  })
  return (await sql`select jsonb_build_array(${sql.join(parts)}) as all`.execute(db)).rows
}

/** Totals in cents that must agree for a carrier. */
export async function sumsOf(db: Db, carrierId: number) {
  const { rows } = await sql<{
    lines: string
    matched: string
    years: string
    months: string
    tracks: string
    batches: string
  }>`
    select
      (select coalesce(sum(amount), 0)::numeric(18, 2)::text from commission_lines where carrier_id = ${carrierId}) as lines,
      (select coalesce(sum(amount), 0)::numeric(18, 2)::text from commission_lines where carrier_id = ${carrierId} and policy_id is not null) as matched,
      (select coalesce(sum(m), 0)::numeric(18, 2)::text from commission_years y join policies p on p.id = y.policy_id, unnest(y.months) m
        where p.carrier_id = ${carrierId}) as years,
      (select coalesce(sum(amount), 0)::numeric(18, 2)::text from commission_month_totals where carrier_id = ${carrierId}) as months,
      (select coalesce(sum(m), 0)::numeric(18, 2)::text from commission_tracks k, unnest(k.months) m where k.carrier_id = ${carrierId}) as tracks,
      (select coalesce(sum(amount), 0)::numeric(18, 2)::text from import_batches
        where carrier_id = ${carrierId} and kind = 'commissions' and undone_at is null) as batches`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('No sums')
  return {
    lines: cents(sums.lines),
    matched: cents(sums.matched),
    years: cents(sums.years),
    months: cents(sums.months),
    tracks: cents(sums.tracks),
    batches: cents(sums.batches),
  }
}
