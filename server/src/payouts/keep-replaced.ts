import { keepChange } from '../history/record-changes.ts'
import type { Db } from '../platform/db/database.ts'

/** Records that a newer account took the place of one, in its history. */
export async function keepReplaced(
  db: Db,
  { id, version }: { id: number; version: number },
  by: number,
): Promise<void> {
  await keepChange(db, {
    entity: 'bank-account',
    id,
    version,
    action: 'Replaced',
    by,
    changes: [{ field: 'Status', old: null, new: 'Replaced by another account' }],
  })
}
