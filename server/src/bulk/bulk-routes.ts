import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { RouteParts } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { definitionsOf } from './bulk-definitions.ts'
import { recentBulkChanges } from './bulk-queries.ts'
import { changeMany, previewMany } from './change-many.ts'
import { changeMatching, previewMatching } from './change-matching.ts'
import { undoMany } from './undo-many.ts'

export function bulkRoutes(
  on: Bind,
  { bulkDefinitions, bulkLists }: Pick<RouteParts, 'bulkDefinitions' | 'bulkLists'>,
): void {
  for (const kind of kindsInBulk) {
    on(bulk[kind].preview, previewMany(bulkDefinitions))
    on(bulk[kind].apply, changeMany(bulkDefinitions, kind))
    on(bulk[kind].previewMatching, previewMatching(bulkDefinitions, bulkLists, kind))
    on(bulk[kind].applyMatching, changeMatching(bulkDefinitions, bulkLists, kind))
    on(bulk[kind].recent, ({ db, user }) => recentBulkChanges(db, user, kind, definitionsOf(bulkDefinitions, kind)))
    on(bulk[kind].undo, undoMany(bulkDefinitions, kind))
  }
}
