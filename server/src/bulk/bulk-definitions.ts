import { actionsInBulk, type BulkAction, type BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import type { BulkDefinition } from '../platform/lists/bulk-definition.ts'

/** Everything that can be set of many records at once, as the features declare it. */
export type BulkDefinitions = ReadonlyMap<BulkAction, BulkDefinition>

/** What an action sets; each has its definition, or the server does not start. */
export const definitionOf = (definitions: BulkDefinitions, action: BulkAction): BulkDefinition =>
  definitions.get(action) ?? fail('server.error')

/** What can be set of the records of a kind. */
export function definitionsOf(definitions: BulkDefinitions, kind: BulkKind): BulkDefinition[] {
  return actionsInBulk
    .filter((action) => action.startsWith(`${kind}.`))
    .map((action) => definitionOf(definitions, action))
}
