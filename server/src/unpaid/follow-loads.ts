import { fail } from '@coverdesk/domain/fail.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { findMissing } from '../expected/follow-ledger.ts'
import type { Db } from '../platform/db/database.ts'
import { tableOf } from './unpaid-list.ts'

/**
 * Updates both lists after a policy upload for its carrier and month, in the same transaction (decision 047). Derive the ledger
 * before.
 */
export async function followPolicies(db: Db, carrierId: number, month: string, batchId: number): Promise<void> {
  await refreshLost(db, carrierId, { money: false })
  await sql`select find_unpaid(${carrierId}::bigint, ${month}::date, ${batchId}::bigint)`.execute(db)
  await sql`select find_lost(${batchId}::bigint)`.execute(db)
}

/**
 * Updates both lists after a commission upload, for each of its months and the month after it, for which it sets the
 * expected payments. Derive the ledgers before.
 */
export async function followCommissions(
  db: Db,
  carriers: readonly { carrier: number; months: readonly string[] }[],
  batchId: number,
): Promise<void> {
  for (const { carrier, months } of carriers) {
    await refreshLost(db, carrier, { money: true })
    await sql`
      select find_unpaid(${carrier}::bigint, m.month, ${batchId}::bigint)
      from (select unnest(${months}::date[]) as month
        union select (unnest(${months}::date[]) + interval '1 month')::date order by 1) m`.execute(db)
  }
}

/** Recalculates a carrier's lost policies from the stored policies; `money`: commissions changed. */
export async function refreshLost(db: Db, carrierId: number, { money }: { money: boolean }): Promise<void> {
  await sql`select refresh_lost(${carrierId}::bigint, ${money})`.execute(db)
}

const followed: readonly UnpaidVariant[] = ['unpaid', 'lost']

/** Whether someone worked on a row: a status, an agent or a note. */
const workedOn = (variant: UnpaidVariant) =>
  sql<boolean>`(n.version > 1 or exists (select from notes o where o.kind = ${notedKinds[variant].id} and o.record_id = n.id))`

/**
 * Removes the findings of an upload from the lists; call it after the data is restored and the ledgers are derived. Rows that
 * someone worked on are kept and recalculated. Findings that a later upload or the ledger shares are found again.
 */
export async function removeFindings(
  db: Db,
  carriers: readonly number[],
  batchId: number,
  { money }: { money: boolean },
): Promise<void> {
  for (const carrier of carriers) await refreshLost(db, carrier, { money })
  for (const variant of followed)
    await sql`delete from ${sql.table(tableOf[variant])} n where n.batch_id = ${batchId} and not ${workedOn(variant)}`.execute(
      db,
    )
  await sql`
    select find_unpaid(l.carrier_id, b.month, l.id)
    from (select c.id as carrier_id, max(n.id) as id from unnest(${carriers}::bigint[]) c (id)
      join import_batches n on n.kind in ('policies', 'commissions') and coalesce(n.carrier_id, c.id) = c.id
        and n.undone_at is null and n.id > ${batchId} group by 1) l
    join import_batches b on b.id = ${batchId} and b.month is not null`.execute(db)
  for (const carrier of carriers) await findMissing(db, carrier, null)
}

/** Fails with `upload.changed_since` when someone worked on an unpaid or lost policy that only this upload added. */
export async function throwIfWorkedOn(db: Db, batchId: number): Promise<void> {
  const counts = followed.map(
    (variant) => sql`
      select count(*)::int as worked from ${sql.table(tableOf[variant])} n join policies p on p.id = n.policy_id
      where p.first_batch_id = ${batchId} and ${workedOn(variant)}`,
  )
  const { rows } = await sql<{ worked: number }>`
    select sum(worked)::int as worked from (${sql.join(counts, sql` union all `)}) c`.execute(db)
  const worked = rows[0]?.worked ?? 0
  if (worked > 0)
    fail('upload.changed_since', {
      message: `${worked} unpaid or lost ${worked === 1 ? 'policy' : 'policies'} of this load ${worked === 1 ? 'was' : 'were'} worked on since; it cannot be undone`,
    })
}
