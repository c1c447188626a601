import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { Bind } from '../platform/http-call.ts'
import { recentBulkChanges } from './bulk-queries.ts'
import { changeMany, previewMany, undoMany } from './change-many.ts'

export function bulkRoutes(on: Bind): void {
  on(bulk.preview, previewMany)
  on(bulk.apply, changeMany)
  on(bulk.recent, ({ db, user }, { kind }) => recentBulkChanges(db, user, kind))
  on(bulk.undo, undoMany)
}
