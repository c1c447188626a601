import { commissionFile } from '@coverdesk/domain/commissions/commission-csv.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { listChanges } from '../platform/imports/import-compare.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/** Columns that identify a payment. The sign is included: a chargeback never matches a payment. */
const paymentKey = sql`carrier_id, month, policy_number, coalesce(agent_npn, ''), amount < 0`

/**
 * Compares a file with the stored lines for the same carrier, agent, policy and month. Lines with the same amount match, each
 * one once; the others are paired in order as corrections, and the rest of the file is new. Stored lines that are not in the
 * file stay. In an additive import every row is new.
 */
export async function compareCommissions(db: Db, staged: StagedImport): Promise<void> {
  const rows = sql.table(staged.rows)
  const found = sql.table(staged.found)
  if (staged.job.additive === true) {
    await sql`insert into ${found} (line, outcome) select line, 'new' from ${rows}`.execute(db)
    return
  }
  const has = (column: string) => staged.columns.includes(column)
  // Columns that are missing in the file do not change stored lines.
  const comparedColumns = has('members') ? sql`amount, members` : sql`amount`
  const otherChanges = ['insured_name', 'members', 'kind']
    .filter(has)
    .map((name) => sql`s.${sql.ref(name)} is distinct from l.${sql.ref(name)}`)
  await sql`
    with file as materialized (
      select line, carrier_id, month, policy_number, coalesce(agent_npn, '') as npn, amount < 0 as back, amount,
        ${has('members') ? sql`members` : sql`null::int as members`},
        row_number() over (partition by ${paymentKey}, ${comparedColumns} order by line) as turn
      from ${rows}
    ), months as materialized (
      select distinct carrier_id, month from ${rows}
    ), standing as materialized (
      select l.id, l.carrier_id, l.month, l.policy_number, coalesce(l.agent_npn, '') as npn, l.amount < 0 as back, l.amount,
        ${has('members') ? sql`l.members` : sql`null::int as members`},
        row_number() over (partition by l.carrier_id, l.month, l.policy_number, coalesce(l.agent_npn, ''), l.amount < 0, l.amount
          ${has('members') ? sql`, l.members` : sql``} order by l.id) as turn
      from commission_lines l join months m on m.carrier_id = l.carrier_id and m.month = l.month
      where exists (select from ${rows} r where r.carrier_id = l.carrier_id and r.month = l.month and r.policy_number = l.policy_number)
    ), equal as materialized (
      select f.line, s.id from file f join standing s using (carrier_id, month, policy_number, npn, back, amount, turn)
      where f.members is not distinct from s.members
    ), open_file as (
      select *, row_number() over (partition by carrier_id, month, policy_number, npn, back order by line) as place
      from file where line not in (select line from equal)
    ), open_standing as (
      select *, row_number() over (partition by carrier_id, month, policy_number, npn, back order by id) as place
      from standing where id not in (select id from equal)
    ), paired as (
      select line, id, true as equal from equal
      union all
      select f.line, s.id, false from open_file f
      left join open_standing s using (carrier_id, month, policy_number, npn, back, place)
    )
    insert into ${found} (line, record_id, outcome)
    select p.line, p.id, case
      when p.id is null then 'new'
      when not p.equal ${otherChanges.length > 0 ? sql`or ${sql.join(otherChanges, sql` or `)}` : sql``} then 'changed'
      else 'unchanged' end
    from paired p join ${rows} s on s.line = p.line left join commission_lines l on l.id = p.id`.execute(db)
  await sql`analyze ${found}`.execute(db)
  const compared = commissionFile.fields.filter(
    ({ column }) => ['amount', 'members', 'insured_name', 'kind'].includes(column) && has(column),
  )
  await listChanges(db, staged, compared, { table: 'commission_lines' })
}
