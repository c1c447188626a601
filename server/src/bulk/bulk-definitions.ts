import { actionsInBulk, type BulkAction, type BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { BulkDefinition } from '../platform/lists/bulk-definition.ts'

/** All bulk changes, as declared by the features. */
export type BulkDefinitions = ReadonlyMap<BulkAction, BulkDefinition>

/** Definition of an action; the server does not start without one for each action. */
export const definitionOf = (definitions: BulkDefinitions, action: BulkAction): BulkDefinition =>
  definitions.get(action) ?? fail('server.error')

/** Definitions for a kind of record. */
export function definitionsOf(definitions: BulkDefinitions, kind: BulkKind): BulkDefinition[] {
  return actionsInBulk
    .filter((action) => action.startsWith(`${kind}.`))
    .map((action) => definitionOf(definitions, action))
}
