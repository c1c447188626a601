import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { TaxLimit, taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'

/** Amounts from which on a form is due, newest first. */
export async function taxLimits(db: Db): Promise<TaxLimit[]> {
  const { rows } = await sql<TaxLimit>`
    select year, amount::text as amount, reason, version from tax_limits order by year desc`.execute(db)
  return rows
}

/** Sets the amount from a year on; rejects edits based on an older version (P-74). */
export const setTaxLimit: Handler<typeof taxForms.setLimit> = (call, { year, version, amount, reason }) =>
  inTransaction(call.db, async (db) => {
    await sql`lock table tax_limits in share row exclusive mode`.execute(db)
    const before = (await taxLimits(db)).find((row) => row.year === year)
    const present = before?.version ?? 0
    if (present !== version) return await refuseEditConflict(db, 'tax-limit', year, version)
    await sql`
      insert into tax_limits (year, amount, reason) values (${year}, ${amount}::numeric, ${reason})
      on conflict (year) do update set amount = excluded.amount, reason = excluded.reason, version = tax_limits.version + 1`.execute(
      db,
    )
    await keepChange(db, {
      entity: 'tax-limit',
      id: year,
      version: present + 1,
      action: before ? 'Changed' : 'Created',
      by: call.user.id,
      changes: [
        { field: 'Amount', old: before ? showMoney(before.amount) : null, new: showMoney(amount) },
        { field: 'Reason', old: before?.reason ?? null, new: reason },
      ],
    })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'tax-limit',
      entityId: year,
      outcome: 'done',
      facts: { amount },
    })
    return await taxLimits(db)
  })
