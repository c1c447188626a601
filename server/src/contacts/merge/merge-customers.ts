import type { MergeField, MergeSide } from '@coverdesk/domain/contacts/merge-contract.ts'
import { sql } from 'kysely'
import { addStatus } from '../../history/status-history.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MergeContact } from './merge-sides.ts'

/**
 * Applies a merge to the customer data: the chosen values, the earlier creation date, and both status histories, which end
 * with the chosen status. The merged contact's customer row does not change.
 */
export async function mergeCustomers(
  db: Db,
  {
    kept,
    merged,
    wins,
    by,
  }: { kept: MergeContact; merged: MergeContact; wins: (field: MergeField) => MergeSide; by: number },
): Promise<void> {
  if (!merged.customer) return
  const both = kept.customer
  if (!both)
    await sql`
      insert into customers (contact_id, status_id, us_citizen, language_speak_id, language_mail_id, created_at, created_by)
      select ${kept.id}, status_id, us_citizen, language_speak_id, language_mail_id, created_at, created_by
      from customers where contact_id = ${merged.id}`.execute(db)
  const from = (field: MergeField, column: string) =>
    sql`${sql.ref(column)} = ${both && wins(field) === 'kept' ? sql.ref(`k.${column}`) : sql.ref(`m.${column}`)}`
  await sql`
    update customers k set ${sql.join([
      from('status', 'status_id'),
      from('usCitizen', 'us_citizen'),
      from('spokenLanguage', 'language_speak_id'),
      from('writtenLanguage', 'language_mail_id'),
    ])}, created_at = least(k.created_at, m.created_at)
    from customers m where k.contact_id = ${kept.id} and m.contact_id = ${merged.id}`.execute(db)
  if (both)
    await sql`
      update status_changes set ended_at = clock_timestamp()
      where kind = 'customer' and record_id = ${merged.id} and ended_at is null`.execute(db)
  const { numAffectedRows } = await sql`
    update status_changes set record_id = ${kept.id} where kind = 'customer' and record_id = ${merged.id}`.execute(db)
  if (!both || (numAffectedRows === 0n && wins('status') === 'kept')) return
  // The current status must be the last entry (A-065), even if the two histories overlap in time.
  const { rows } = await sql<{ statusId: number }>`
    select status_id as "statusId" from customers where contact_id = ${kept.id}`.execute(db)
  await addStatus(db, {
    kind: 'customer',
    id: kept.id,
    statusId: rows[0]?.statusId ?? null,
    comment: `Merged with ${merged.name} (${merged.id})`,
    by,
  })
}
