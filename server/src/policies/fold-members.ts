import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import type { FileField } from '@coverdesk/domain/uploads/file-shape.ts'
import type { MemberAmount } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/** Columns used only here. */
const namesAndRelations = policyFile.fields
  .filter(({ name }) => name === 'InsuredName' || name === 'Relationship')
  .map(({ column }) => column)
const amountFields = policyFile.fields.filter(({ kind }) => kind === 'amount')

/**
 * In a file with one row per member, the subscriber's row becomes the policy, and its members are counted, refused rows
 * included. Dependents without a subscriber in the file are refused. Returns the number of refused rows.
 */
export async function foldMembers(db: Db, staged: StagedImport): Promise<number> {
  const refused = staged.columns.includes('relationship') ? await fold(db, staged) : 0
  staged.columns = staged.columns.filter((column) => !namesAndRelations.includes(column))
  return refused
}

async function fold(db: Db, staged: StagedImport): Promise<number> {
  const rows = sql.table(staged.rows)
  await sql`analyze ${rows}`.execute(db)
  // A file with only subscribers has one row per policy, which does not show how many members there are.
  const { rows: dependents } = await sql`select from ${rows} where relationship = 'Dependent' limit 1`.execute(db)
  if (dependents.length > 0 && !staged.columns.includes('number_of_members')) {
    await sql`
      update ${rows} r set number_of_members = m.members
      from (
        select policy_number, count(*)::int as members from (
          select policy_number from ${rows}
          union all
          select key from import_refusals where run_id = ${staged.job.runId}::uuid and position = 0 and key is not null
        ) of_file group by 1
      ) m
      where m.policy_number = r.policy_number and r.relationship is distinct from 'Dependent'`.execute(db)
    staged.columns = [...staged.columns, 'number_of_members']
  }
  staged.memberAmounts = []
  for (const field of amountFields.filter(({ column }) => staged.columns.includes(column)))
    staged.memberAmounts.push(...(await leftAmounts(db, staged, field)))
  const folded = await sql`
    delete from ${rows} d using (
      select distinct policy_number from ${rows} where relationship is distinct from 'Dependent'
    ) s where d.relationship = 'Dependent' and s.policy_number = d.policy_number`.execute(db)
  staged.members = Number(folded.numAffectedRows ?? 0)
  staged.counts.rows -= staged.members
  const { numAffectedRows } = await sql`
    with gone as (delete from ${rows} where relationship = 'Dependent' returning line, policy_number)
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${staged.job.runId}::uuid, line, 0, ${staged.headingOf('Relationship')}, 'Dependent',
      'The subscriber of this policy is not in the file, or their row is refused', policy_number
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Amounts of dependents that are dropped, because they are neither empty nor the subscriber's. */
async function leftAmounts(db: Db, staged: StagedImport, { name, column }: FileField): Promise<MemberAmount[]> {
  const rows = sql.table(staged.rows)
  const amount = sql.ref(`d.${column}`)
  const { rows: left } = await sql<MemberAmount>`
    select ${name}::text as field, count(*)::int as rows, count(distinct d.policy_number)::int as policies,
      sum(${amount})::numeric(18, 2)::text as amount
    from ${rows} d join (
      select policy_number, min(${sql.ref(column)}) as amount from ${rows}
      where relationship is distinct from 'Dependent' group by 1
    ) s on s.policy_number = d.policy_number
    where d.relationship = 'Dependent' and ${amount} <> 0 and ${amount} is distinct from s.amount
    having count(*) > 0`.execute(db)
  return left
}
