import { fail } from '@coverdesk/domain/fail.ts'
import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import type { BookFindings, FilePart } from '@coverdesk/domain/uploads/upload-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { compareWithStored, keepLeftOut, keepStoredForEmpty } from '../platform/imports/import-compare.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'
import { namelessOf } from './keep-names.ts'

/** Share of a carrier's policies that may become missing without a confirmation, in percent. */
const maxMissingPercent = 5
/**
 * Up to this many missing policies need no confirmation: the list is short enough to read, and small books easily lose
 * 5 %.
 */
const maxMissingUnasked = 5

/**
 * Compares a policy file with the carrier's policies. A partial file makes only policies of that part missing. A file
 * older than the newest one adds policies and leaves policies in newer files unchanged, unless the user chose to set
 * them back.
 */
export async function comparePolicies(db: Db, staged: StagedImport): Promise<void> {
  const mayBeMissing = ofPart(staged)
  const book = { table: 'policies', key: 'policy_number' }
  await keepLeftOut(db, staged, policyFile, book)
  if (staged.job.keepsEmpty) await keepStoredForEmpty(db, staged, policyFile, book)
  await compareWithStored(db, staged, policyFile, {
    ...book,
    missing: 'missing_since',
    ...(mayBeMissing ? { mayBeMissing } : {}),
  })
  if (!(await isOlder(db, staged))) return
  const found = sql.table(staged.found)
  const lastSays = lastToSay(staged)
  await sql`delete from ${sql.table(staged.changes)} g where not exists (${lastSays} and p.id = g.record_id)`.execute(
    db,
  )
  await sql`delete from ${found} where outcome = 'missing'`.execute(db)
  await sql`
    update ${found} f set outcome = 'unchanged' where outcome = 'changed' and not exists (${lastSays} and p.id = f.record_id)`.execute(
    db,
  )
}

/**
 * Policies missing from the newer files and not in any other file of this month or later: this file is the last that
 * has them.
 */
const lastToSay = ({ job }: StagedImport) => sql`
  select from policies p join import_batches a on a.id = p.first_batch_id
  where p.carrier_id = ${job.carrierId} and p.missing_since is not null and a.month < ${job.month}::date
    and not exists (select from older_versions o join import_batches b on b.id = o.batch_id
      where o.policy_id = p.id and b.month >= ${job.month}::date)
    and not exists (select from import_batches b where b.kind = 'policies' and b.carrier_id = p.carrier_id and b.undone_at is null
      and not b.is_older and b.id >= a.id and b.id < p.missing_batch_id and b.month >= ${job.month}::date)`

/** Policies `t` that a partial file covers; null for all. */
function ofPart({ job, rows }: StagedImport): RawBuilder<unknown> | null {
  const conditions: Record<FilePart, RawBuilder<unknown>> = {
    state: sql`t.state in (select r.state from ${sql.table(rows)} r)`,
    agent: sql`t.agent_npn in (select r.agent_npn from ${sql.table(rows)} r)`,
    some: sql`false`,
  }
  return job.part === null ? null : conditions[job.part]
}

/** Whether a file of a later month is loaded and this one does not set it back. */
export async function isOlder(db: Db, staged: StagedImport): Promise<boolean> {
  return !staged.job.setsBack && (await newerMonth(db, staged)) !== null
}

async function newerMonth(db: Db, { job }: StagedImport): Promise<BookFindings['newer']> {
  const { rows } = await sql<{ month: number; year: number }>`
    select extract(month from max(b.month))::int as month, extract(year from max(b.month))::int as year
    from import_batches b
    where b.kind = 'policies' and b.carrier_id = ${job.carrierId} and b.undone_at is null
    having max(b.month) > ${job.month}::date`.execute(db)
  return rows[0] ?? null
}

/** The carrier's policies compared with the file, for the screen. */
export async function bookFindings(db: Db, staged: StagedImport): Promise<BookFindings> {
  const standing = await standingPolicies(db, staged)
  const agents = await unknownAgents(db, staged)
  const [newer, cleared] = [await newerMonth(db, staged), await clearedValues(db, staged)]
  return {
    standing,
    manyMissing: isMany(staged, standing),
    newer,
    cleared,
    members: staged.members ?? 0,
    memberAmounts: staged.memberAmounts ?? [],
    otherVersions: staged.otherVersions ?? 0,
    shiftedTermDates: staged.shiftedTermDates ?? 0,
    lostZeros: await lostZeros(db, staged),
    ofOtherCarrier: await ofOtherCarrier(db, staged),
    nameless: namelessOf(staged),
    ...agents,
  }
}

/**
 * New numbers from which a spreadsheet may have removed leading zeros; they would become second policies of the same
 * insureds.
 */
async function lostZeros(db: Db, staged: StagedImport): Promise<BookFindings['lostZeros']> {
  if (staged.counts.new === 0) return null
  const { rows } = await sql<NonNullable<BookFindings['lostZeros']>>`
    select count(*)::int as policies, min(p.policy_number) as example
    from ${sql.table(staged.found)} f join ${sql.table(staged.rows)} s on s.line = f.line
    join policies p on p.carrier_id = ${staged.job.carrierId} and p.policy_number like '0%'
      and ltrim(p.policy_number, '0') = s.policy_number
    where f.outcome = 'new' having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

/** Maximum number of new numbers that are looked up at other carriers. */
const maxLookedFor = 1_000

/** Another carrier's policies in the file, by number and last name or birth date: the wrong carrier may be chosen. */
async function ofOtherCarrier(db: Db, { counts, rows: table, found, columns, job }: StagedImport) {
  const same = ['last_name', 'dob'].filter((column) => columns.includes(column))
  if (counts.new === 0 || same.length === 0) return null
  const isSame = sql.join(
    same.map((column) => sql`lower(p.${sql.ref(column)}::text) = lower(s.${sql.ref(column)}::text)`),
    sql` or `,
  )
  const { rows } = await sql<NonNullable<BookFindings['ofOtherCarrier']>>`
    with s as materialized (
      select s.* from ${sql.table(found)} f join ${sql.table(table)} s on s.line = f.line
      where f.outcome = 'new' order by s.line limit ${maxLookedFor}
    )
    select c.name as "carrierName", count(*)::int as policies, (select count(*)::int from s) as checked,
      min(s.policy_number) as example
    from s join carriers c on c.id <> ${job.carrierId}
    join policies p on p.carrier_id = c.id and p.policy_number = s.policy_number and (${isSame})
    group by c.id order by 2 desc, 1 limit 1`.execute(db)
  return rows[0] ?? null
}

/** Stored values that empty cells clear, most first. */
async function clearedValues(db: Db, staged: StagedImport): Promise<BookFindings['cleared']> {
  const { rows } = await sql<BookFindings['cleared'][number]>`
    select field, count(*)::int as values from ${sql.table(staged.changes)}
    where old_value is not null and new_value is null group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

async function standingPolicies(db: Db, { job }: StagedImport): Promise<number> {
  const { rows } = await sql<{ standing: number }>`
    select count(*)::int as standing from policies
    where carrier_id = ${job.carrierId} and missing_since is null`.execute(db)
  return rows[0]?.standing ?? 0
}

/** NPNs of the file that no agent has. */
async function unknownAgents(
  db: Db,
  staged: StagedImport,
): Promise<Pick<BookFindings, 'unknownAgents' | 'withoutAgent'>> {
  if (!staged.columns.includes('agent_npn')) return { unknownAgents: [], withoutAgent: 0 }
  const { rows } = await sql<{ npn: string; policies: number; all: number }>`
    select r.agent_npn as npn, count(*)::int as policies, (sum(count(*)) over ())::int as all
    from ${sql.table(staged.rows)} r
    where r.agent_npn is not null and not exists (select from agents a where a.npn = r.agent_npn)
    group by 1 order by 2 desc, 1 limit 20`.execute(db)
  return { unknownAgents: rows.map(({ npn, policies }) => ({ npn, policies })), withoutAgent: rows[0]?.all ?? 0 }
}

const isMany = ({ counts: { missing } }: StagedImport, standing: number) =>
  missing > maxMissingUnasked && missing * 100 > standing * maxMissingPercent

/** Fails with `upload.many_missing` unless the user confirmed exactly as many missing policies. */
export async function refuseManyMissing(db: Db, staged: StagedImport): Promise<void> {
  const { missing } = staged.counts
  const standing = await standingPolicies(db, staged)
  const manyMissing = isMany(staged, standing)
  if (!manyMissing || staged.job.confirmedMissing === missing) return
  const percent = Math.round((missing * 100) / standing)
  const count = (of: number) => of.toLocaleString('en-US')
  fail('upload.many_missing', {
    message: `${count(missing)} of ${count(standing)} policies (${percent}%) are not in this file and would become missing. Nothing was loaded. If the file holds only part of the carrier's policies, load it as a part; otherwise confirm the number`,
    details: { missing, standing },
  })
}
