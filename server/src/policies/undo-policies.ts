import { fail } from '@coverdesk/domain/fail.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StandingBatch } from '../platform/imports/import-definition.ts'
import { restoreAgents } from './agents-of-older-books.ts'
import { rebuildTotals } from './load-policies.ts'

/**
 * Undoes a policy upload, so that every table is as before (P-60): restores changed fields, agents of record and
 * missing flags, deletes inserted policies, and rebuilds the roll-ups.
 */
export async function undoPolicies(db: Db, batch: StandingBatch): Promise<void> {
  await sql`
    update policies p set missing_since = null, missing_batch_id = null
    where p.carrier_id = ${batch.carrierId} and p.missing_batch_id = ${batch.id}`.execute(db)
  await restoreAgents(db, batch.id)
  await restoreFields(db, batch)
  await restoreMarks(db, batch)
  await sql`delete from policy_agents a using policies p
    where p.id = a.policy_id and p.carrier_id = ${batch.carrierId} and a.batch_id = ${batch.id}`.execute(db)
  await sql`delete from policy_changes where batch_id = ${batch.id}`.execute(db)
  await sql`delete from policy_marks where batch_id = ${batch.id}`.execute(db)
  await sql`delete from older_versions where batch_id = ${batch.id}`.execute(db)
  await sql`delete from policies where carrier_id = ${batch.carrierId} and first_batch_id = ${batch.id}`.execute(db)
  await rebuildTotals(db, batch.carrierId)
}

/** Users' work on policies `p`, which would be deleted with them. */
const workOnPolicies = [
  { what: 'notes', of: sql`notes n where n.kind = ${notedKinds.policy.id} and n.record_id = p.id` },
  { what: 'splits', of: sql`policy_splits s where s.policy_id = p.id` },
  { what: 'pay holds', of: sql`pay_holds h where h.policy_id = p.id` },
  { what: 'reviews of sources', of: sql`source_reviews r where r.policy_id = p.id` },
]

/**
 * Fails with `upload.changed_since` if one of its policies was edited later, or if a policy that it added has users'
 * work or commissions of a later statement.
 */
export async function refuseLaterWork(db: Db, batch: Pick<StandingBatch, 'id' | 'carrierId'>): Promise<void> {
  const { rows } = await sql<{ changed: number; paid: number; statements: string | null; worked: number[] }>`
    with paid as (
      select l.policy_id, l.last_batch_id from policies p join commission_lines l on l.policy_id = p.id
      where p.carrier_id = ${batch.carrierId} and p.first_batch_id = ${batch.id}
        and coalesce(l.last_batch_id, ${batch.id} + 1) > ${batch.id}
    )
    select
      (select count(*)::int from policies p where p.carrier_id = ${batch.carrierId} and p.last_batch_id = ${batch.id}
        and p.updated_at <> (select loaded_at from import_batches where id = ${batch.id})) as changed,
      (select count(distinct policy_id)::int from paid) as paid,
      (select string_agg(b.file_name, ', ' order by b.id desc) from import_batches b
        where b.id in (select last_batch_id from paid)) as statements,
      (select array[${sql.join(workOnPolicies.map(({ of }) => sql`count(*) filter (where exists (select from ${of}))::int`))}]
        from policies p where p.carrier_id = ${batch.carrierId} and p.first_batch_id = ${batch.id}) as worked`.execute(
    db,
  )
  const { changed = 0, paid = 0, statements = null, worked = [] } = rows[0] ?? {}
  if (changed > 0)
    fail('upload.changed_since', {
      message: `${changed} ${changed === 1 ? 'policy' : 'policies'} of this load ${changed === 1 ? 'was' : 'were'} changed afterwards; it cannot be undone`,
    })
  if (paid > 0)
    fail('upload.changed_since', {
      message: `Commissions refer to ${paid} ${paid === 1 ? 'policy' : 'policies'} that this upload added; it cannot be undone${statements === null ? '' : ` before ${statements}`}`,
    })
  for (const [place, { what }] of workOnPolicies.entries()) {
    const count = worked[place] ?? 0
    if (count > 0)
      fail('upload.changed_since', {
        message: `${count} ${count === 1 ? 'policy' : 'policies'} that this upload added ${count === 1 ? 'has' : 'have'} ${what}; it cannot be undone`,
      })
  }
}

/** Restores all changed fields of a policy in one update, from their old values as text. */
async function restoreFields(db: Db, batch: StandingBatch): Promise<void> {
  const restored = policyFile.fields
    .filter(({ stagingOnly }) => !stagingOnly)
    .map(
      ({ name, column }) =>
        sql`${sql.ref(column)} = case when o.old ? ${sql.lit(name)} then (o.old ->> ${sql.lit(name)})::${sql.raw(typeOf(column))} else p.${sql.ref(column)} end`,
    )
  await sql`
    update policies p set ${sql.join(restored)}
    from (select policy_id, jsonb_object_agg(field, old_value) as old from policy_changes where batch_id = ${batch.id} group by 1) o
    where p.id = o.policy_id`.execute(db)
}

async function restoreMarks(db: Db, batch: StandingBatch): Promise<void> {
  await sql`
    update policies p set missing_since = m.missing_since, missing_batch_id = m.missing_batch_id
    from policy_marks m where m.batch_id = ${batch.id} and p.id = m.policy_id and not m.changed`.execute(db)
  await sql`
    update policies p set agent_id = m.agent_id, agent_since = m.agent_since, last_batch_id = m.last_batch_id,
      last_line = m.last_line, updated_at = m.updated_at, missing_since = m.missing_since, missing_batch_id = m.missing_batch_id
    from policy_marks m where m.batch_id = ${batch.id} and p.id = m.policy_id and m.changed`.execute(db)
}

function typeOf(column: string): string {
  const kind = policyFile.fields.find((field) => field.column === column)?.kind
  return kind === 'date' ? 'date' : kind === 'amount' ? 'numeric' : kind === 'integer' ? 'int' : 'text'
}
