import {
  bonusNumber,
  commissionFile,
  noPolicyNumber,
  numberless,
} from '@coverdesk/domain/commissions/commission-csv.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StagedImport } from '../../platform/imports/import-definition.ts'
import { statedNumber } from './match-policies.ts'

/** Details that a file may add to a loaded payment. None of them identifies it. */
const detailColumns = [
  'policy_number',
  'agent_npn',
  'kind',
  'members',
  'insured_name',
  'member_id',
  'exchange_id',
  'dob',
  'policy_month',
  'statement_date',
]

/**
 * Matches the rows of a file with loaded payments (A-128): the k-th equal row is the k-th equal line. Another amount is
 * another payment. In an additive import every row is new, and in one that replaces statements the loaded lines of its
 * months are missing.
 */
export async function compareCommissions(db: Db, staged: StagedImport): Promise<void> {
  const { additive, replacesStatements } = staged.job
  if (replacesStatements) await findReplaced(db, staged)
  if (!additive && !replacesStatements) {
    for (const scope of await scopesOf(db, staged)) {
      await matchEqual(db, staged, scope)
      await matchCompatible(db, staged, scope)
    }
    await addDetails(db, staged)
  }
  await sql`
    insert into ${sql.table(staged.found)} (line, outcome)
    select line, 'new' from ${sql.table(staged.rows)} r
    where not exists (select from ${sql.table(staged.found)} f where f.line = r.line)`.execute(db)
  await sql`analyze ${sql.table(staged.found)}`.execute(db)
}

async function findReplaced(db: Db, staged: StagedImport): Promise<void> {
  await sql`
    insert into ${sql.table(staged.found)} (record_id, outcome)
    select l.id, 'missing' from (select distinct carrier_id, month from ${sql.table(staged.rows)}) m
    join commission_lines l on l.carrier_id = m.carrier_id and l.month = m.month`.execute(db)
}

/** Normalized number, without the profile's suffixes, which older lines may still have. */
function numberKey(staged: StagedImport, number: RawBuilder<unknown>): RawBuilder<unknown> {
  const suffixes = staged.job.profile.stripSuffixes.map((suffix) => suffix.replace(/[^A-Za-z0-9 -]/g, '\\$&'))
  if (suffixes.length === 0) return sql`policy_number_key(${number})`
  return sql`policy_number_key(regexp_replace(${number}, ${`(${suffixes.join('|')})$`}, '', 'i'))`
}

/** Key that identifies a row `r` and a line `l`, and which rows and lines are compared by it. */
interface Scope {
  number: (alias: string) => RawBuilder<unknown>
  file: RawBuilder<boolean>
  standing: RawBuilder<boolean>
}

/**
 * First by number; then by the insured's name, if either has no number; then by amount, if either has neither. So a
 * payment counts once whatever columns the files have (decision 263).
 */
async function scopesOf(db: Db, staged: StagedImport): Promise<Scope[]> {
  const is = (alias: string, ...kinds: Kind[]) => sql<boolean>`${kindOf(alias)} = any(${kinds})`
  const byName = (alias: string) => sql`nullif(line_name_key(${sql.ref(`${alias}.insured_name`)}), '')`
  const byAmount = () => sql`''::text`
  const byNumber = (alias: string) => numberKey(staged, statedNumber(alias))
  const numbers = { number: byNumber, file: sql<boolean>`true`, standing: sql<boolean>`true` }
  if (!(await mayLackNumbers(db, staged))) return [numbers]
  return [
    numbers,
    { number: byName, file: is('r', 'named'), standing: is('l', 'numbered') },
    { number: byName, file: is('r', 'numbered'), standing: is('l', 'named') },
    { number: byAmount, file: is('r', 'agent'), standing: is('l', 'numbered', 'named') },
    { number: byAmount, file: is('r', 'numbered', 'named'), standing: is('l', 'agent') },
  ]
}

type Kind = 'agent' | 'named' | 'bonus' | 'numbered'

const kindOf = (alias: string) => sql`case when ${statedNumber(alias)} = ${numberless} then 'agent'
  when starts_with(${statedNumber(alias)}, ${noPolicyNumber}) then 'named' when ${statedNumber(alias)} = ${bonusNumber} then 'bonus'
  else 'numbered' end`

/** Whether the file or a stored line of its months lacks numbers; few do. */
async function mayLackNumbers(db: Db, staged: StagedImport): Promise<boolean> {
  const table = sql.table(staged.rows)
  const lacks = (alias: string) => sql`starts_with(${statedNumber(alias)}, ${numberless})`
  const { rows } = await sql<{ lacking: boolean }>`
    select exists (select from ${table} r where ${lacks('r')}) or exists (
      select from (select distinct carrier_id, month from ${table}) m
      join commission_lines l on l.carrier_id = m.carrier_id and l.month = m.month where ${lacks('l')}) as lacking`.execute(
    db,
  )
  return rows[0]?.lacking ?? false
}

/** Unmatched rows (`file`) and lines (`standing`) of the file's months, with the details to compare. */
function unmatched(staged: StagedImport, { number, ...of }: Scope): RawBuilder<unknown> {
  const rows = sql.table(staged.rows)
  const found = sql.table(staged.found)
  return sql`
    file as materialized (
      select r.line, r.carrier_id, r.month, ${number('r')} as number, r.amount,
        r.agent_npn as npn, stated_kind(r.kind) as kind, r.policy_month,
        policy_number_key(r.member_id) as member
      from ${rows} r where ${of.file} and not exists (select from ${found} f where f.line = r.line)
    ), standing as materialized (
      select l.id, l.carrier_id, l.month, ${number('l')} as number, l.amount,
        l.agent_npn as npn, stated_kind(l.kind) as kind, l.policy_month,
        policy_number_key(l.member_id) as member
      from (select distinct carrier_id, month from ${rows}) m
      join commission_lines l on l.carrier_id = m.carrier_id and l.month = m.month
      where ${of.standing} and not exists (select from ${found} f where f.record_id = l.id)
    )`
}

/** Matches rows and lines with equal details. */
async function matchEqual(db: Db, staged: StagedImport, scope: Scope): Promise<void> {
  await sql`
    with ${unmatched(staged, scope)}, file_turns as (
      select *, row_number() over (partition by carrier_id, month, number, amount, npn, kind, policy_month, member order by line) as turn from file
    ), line_turns as (
      select *, row_number() over (partition by carrier_id, month, number, amount, npn, kind, policy_month, member order by id) as turn from standing
    )
    insert into ${sql.table(staged.found)} (line, record_id, outcome)
    select f.line, s.id, 'unchanged' from file_turns f
    join line_turns s using (carrier_id, month, number, amount, turn)
    where (f.npn, f.kind, f.policy_month, f.member) is not distinct from (s.npn, s.kind, s.policy_month, s.member)`.execute(
    db,
  )
  await sql`analyze ${sql.table(staged.found)}`.execute(db)
}

/**
 * Matches rows and lines of which one has fewer details: no agent, kind, policy month or member id. Each round pairs
 * groups that are each other's best match, those with more equal details first, and uses up one of them.
 */
async function matchCompatible(db: Db, staged: StagedImport, scope: Scope): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      with ${unmatched(staged, scope)}, file_turns as (
        select *, row_number() over (partition by carrier_id, month, number, amount, npn, kind, policy_month, member order by line) as turn from file
      ), line_turns as (
        select *, row_number() over (partition by carrier_id, month, number, amount, npn, kind, policy_month, member order by id) as turn from standing
      ), pairs as (
        select f.carrier_id, f.month, f.number, f.amount, f.npn as file_npn, f.kind as file_kind,
          f.policy_month as file_policy_month, f.member as file_member, s.npn, s.kind, s.policy_month, s.member,
          (f.npn is distinct from s.npn)::int * 8 + (f.kind is distinct from s.kind)::int * 4
            + (f.policy_month is distinct from s.policy_month)::int * 2 + (f.member is distinct from s.member)::int as distance
        from file_turns f join line_turns s using (carrier_id, month, number, amount)
        where f.turn = 1 and s.turn = 1 and (f.npn is null or s.npn is null or f.npn = s.npn)
          and (f.kind is null or s.kind is null or f.kind = s.kind)
          and (f.policy_month is null or s.policy_month is null or f.policy_month = s.policy_month)
          and (f.member is null or s.member is null or f.member = s.member)
      ), best as (
        select *,
          row_number() over (partition by carrier_id, month, number, amount, file_npn, file_kind, file_policy_month, file_member
            order by distance, npn, kind, policy_month, member) as of_file,
          row_number() over (partition by carrier_id, month, number, amount, npn, kind, policy_month, member
            order by distance, file_npn, file_kind, file_policy_month, file_member) as of_line
        from pairs
      )
      insert into ${sql.table(staged.found)} (line, record_id, outcome)
      select f.line, s.id, 'unchanged' from best b
      join file_turns f on (f.carrier_id, f.month, f.number, f.amount) = (b.carrier_id, b.month, b.number, b.amount)
        and (f.npn, f.kind, f.policy_month, f.member)
          is not distinct from (b.file_npn, b.file_kind, b.file_policy_month, b.file_member)
      join line_turns s on (s.carrier_id, s.month, s.number, s.amount, s.turn) = (b.carrier_id, b.month, b.number, b.amount, f.turn)
        and (s.npn, s.kind, s.policy_month, s.member) is not distinct from (b.npn, b.kind, b.policy_month, b.member)
      where b.of_file = 1 and b.of_line = 1`.execute(db)
    if (Number(numAffectedRows ?? 0) === 0) return
  }
}

/** Adds details from the file that matched lines lack. */
async function addDetails(db: Db, staged: StagedImport): Promise<void> {
  const columns = detailColumns.filter((column) => staged.columns.includes(column))
  const statedBy = (alias: string, column: string) => {
    if (column === 'kind') return sql`stated_kind(${sql.ref(`${alias}.kind`)})`
    if (column !== 'policy_number') return sql.ref(`${alias}.${column}`)
    return sql`case when not starts_with(${statedNumber(alias)}, ${numberless}) then ${statedNumber(alias)} end`
  }
  const fields = commissionFile.fields.filter(({ column }) => columns.includes(column))
  await sql`
    insert into ${sql.table(staged.changes)} (line, record_id, position, field, old_value, new_value)
    select s.line, l.id, v.position, v.field, null, v.new_value
    from ${sql.table(staged.found)} f
    join ${sql.table(staged.rows)} s on s.line = f.line
    join commission_lines l on l.id = f.record_id
    cross join lateral (values ${sql.join(
      fields.map(
        ({ name, column }, index) =>
          sql`(${sql.lit(index)}, ${sql.lit(name)}, ${statedBy('l', column)}::text, ${statedBy('s', column)}::text)`,
      ),
    )}) v (position, field, old_value, new_value)
    where v.old_value is null and v.new_value is not null
    order by s.line, v.position`.execute(db)
  await sql`
    update ${sql.table(staged.found)} f set outcome = 'changed'
    from (select distinct line from ${sql.table(staged.changes)}) c where c.line = f.line`.execute(db)
}
