import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Bind } from '../platform/http-call.ts'
import { recentBulkChanges } from './bulk-queries.ts'
import { changeMany, previewMany } from './change-many.ts'
import { undoMany } from './undo-many.ts'

export function bulkRoutes(on: Bind): void {
  for (const kind of kindsInBulk) {
    on(bulk[kind].preview, previewMany)
    on(bulk[kind].apply, changeMany(kind))
    on(bulk[kind].recent, ({ db, user }) => recentBulkChanges(db, user, kind))
    on(bulk[kind].undo, undoMany(kind))
  }
}
