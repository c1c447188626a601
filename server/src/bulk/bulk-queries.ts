import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition } from '../platform/lists/bulk-definition.ts'

/** Maximum number of recent changes. */
const recentAtMost = 20

/** Recent bulk changes of a kind, newest first: the user's own, or everyone's if the user can see all records. */
export async function recentBulkChanges(
  db: Db,
  user: SignedIn,
  kind: BulkKind,
  definitions: readonly BulkDefinition[],
): Promise<BulkChange[]> {
  const runs = definitions.some((definition) => definition.canSeeAll(user))
  const whose = runs ? sql`true` : sql`b.applied_by = ${user.id}`
  return await bulkChanges(db, sql`b.kind = ${kind} and ${whose}`)
}

export async function findBulkChange(db: Db, id: number): Promise<BulkChange> {
  return (await bulkChanges(db, sql`b.id = ${id}`))[0] ?? fail('record.not_found')
}

async function bulkChanges(db: Db, condition: RawBuilder<unknown>): Promise<BulkChange[]> {
  const name = (user: string, contact: string) =>
    sql.raw(
      `coalesce(nullif(concat_ws(' ', nullif(${contact}.first_name, ''), nullif(${contact}.last_name, '')), ''), ${user}.user_name)`,
    )
  const { rows } = await sql<BulkChange & { appliedAt: Date; undoneAt: Date | null }>`
    select b.id, b.action, b.value_name as "to", b.applied_at as "appliedAt", ${name('u', 'c')} as by,
      b.undone_at as "undoneAt", ${name('uu', 'uc')} as "undoneBy",
      (select count(*)::int from bulk_change_entries e where e.bulk_id = b.id) as records,
      (select count(*)::int from bulk_change_entries e where e.bulk_id = b.id and e.kept) as kept
    from bulk_changes b
    join users u on u.id = b.applied_by left join contacts c on c.id = u.contact_id
    left join users uu on uu.id = b.undone_by left join contacts uc on uc.id = uu.contact_id
    where ${condition}
    order by b.id desc limit ${recentAtMost}`.execute(db)
  return rows.map((row) => ({
    ...row,
    appliedAt: row.appliedAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }))
}
