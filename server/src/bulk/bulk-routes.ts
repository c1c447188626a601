import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { RouteParts } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { definitionsOf } from './bulk-definitions.ts'
import { recentBulkChanges } from './bulk-queries.ts'
import { changeMany, previewMany } from './change-many.ts'
import { undoMany } from './undo-many.ts'

export function bulkRoutes(on: Bind, { bulkDefinitions }: Pick<RouteParts, 'bulkDefinitions'>): void {
  for (const kind of kindsInBulk) {
    on(bulk[kind].preview, previewMany(bulkDefinitions))
    on(bulk[kind].apply, changeMany(bulkDefinitions, kind))
    on(bulk[kind].recent, ({ db, user }) => recentBulkChanges(db, user, kind, definitionsOf(bulkDefinitions, kind)))
    on(bulk[kind].undo, undoMany(bulkDefinitions, kind))
  }
}
