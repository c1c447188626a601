import { anyOf } from '../access/claim-expression.ts'

/** Kind of record that can have notes. */
interface NotedKind {
  readonly name: string
  /** entityMetadataId of the specification. */
  readonly id: number
  /** Claim expression of the screen of such records: for reading them and their notes. */
  readonly allow: string
}

/**
 * Kinds of records that can have notes. 1 to 5 are the specification's (A-067: customer, non-paid policy, lost policy,
 * internal application, offline application); the others are our own. Each feature declares on the server how to find
 * its records (`noted`).
 */
export const notedKinds = {
  customer: { name: 'customer', id: 1, allow: 'agent view.customer|admin.customer' },
  unpaid: { name: 'unpaid', id: 2, allow: 'agent view.Policy|admin.Policy' },
  lost: { name: 'lost', id: 3, allow: 'agent view.Policy|admin.Policy' },
  application: { name: 'application', id: 4, allow: 'view.Application|admin.Application' },
  offline: { name: 'offline', id: 5, allow: 'agent view.OfflineApp|admin.OfflineApp' },
  lead: { name: 'lead', id: 6, allow: 'agent view.Lead|admin.Lead' },
  agent: { name: 'agent', id: 7, allow: 'administrator' },
  variance: { name: 'variance', id: 8, allow: 'agent administrator view.Statement|admin.Statement' },
  policy: { name: 'policy', id: 9, allow: 'agent view.Policy|admin.Policy' },
} as const satisfies Record<string, NotedKind>
export type NotedKindName = keyof typeof notedKinds

/** Claim expression for reading any of the kinds; the kind and its visibility are checked with the record. */
export const mayReadAnyNotes = anyOf(Object.values(notedKinds).map(({ allow }) => allow))

/** Kind with an id, or undefined. */
export function notedKindOf(entityMetadataId: number) {
  return Object.values(notedKinds).find(({ id }) => id === entityMetadataId)
}
