import { sql } from 'kysely'
import { type AuditSource, writeAudit } from '../../platform/audit/audit.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import type { Db } from '../../platform/db/database.ts'
import { accountOf } from './account-name.ts'

/**
 * Renames and disables an unconfirmed public account that holds the user name, so that the address's owner can use it (P-12).
 * Such accounts date from before addresses were confirmed. Must run in a transaction.
 */
export async function releaseUserName(db: Db, audit: AuditSource, userName: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update users set user_name = 'unconfirmed-' || id, enabled = false, version = version + 1
    where lower(user_name) = ${accountOf(userName)} and address_unproven and roles = '{consumer}' and application_id is null
    returning id`.execute(db)
  for (const { id } of rows) {
    await endSessionsOf(db, id, 'rights')
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'user',
      entityId: id,
      outcome: 'done',
      facts: { enabled: false, fields: 'userName' },
    })
  }
}
