import { anyOf } from '../access/claim-expression.ts'

/** A kind of record that notes are made on. */
interface NotedKind {
  readonly name: string
  /** entityMetadataId of the specification. */
  readonly id: number
  /** The claim expression of the screen where such records stand: who may read them, and the notes on them. */
  readonly allow: string
}

/**
 * Every kind of record that notes are made on. 1 to 5 are the specification's (A-067: customer, non-paid policy, lost
 * policy, internal application, offline application); the others are our own. A kind comes here with its feature,
 * which says on the server how a record of it is found (`noted`).
 */
export const notedKinds = {
  customer: { name: 'customer', id: 1, allow: 'agent view.customer|admin.customer' },
  unpaid: { name: 'unpaid', id: 2, allow: 'agent view.Policy|admin.Policy' },
  lost: { name: 'lost', id: 3, allow: 'agent view.Policy|admin.Policy' },
  application: { name: 'application', id: 4, allow: 'view.Application|admin.Application' },
  offline: { name: 'offline', id: 5, allow: 'agent view.OfflineApp|admin.OfflineApp' },
  lead: { name: 'lead', id: 6, allow: 'agent view.Lead|admin.Lead' },
  agent: { name: 'agent', id: 7, allow: 'administrator' },
} as const satisfies Record<string, NotedKind>
export type NotedKindName = keyof typeof notedKinds

/** Whoever may read records of some kind; which kind it is, and whose record, is looked at with the record. */
export const readsSomeKind = anyOf(Object.values(notedKinds).map(({ allow }) => allow))

/** The kind of a number; undefined when there is none. */
export function notedKindOf(entityMetadataId: number) {
  return Object.values(notedKinds).find(({ id }) => id === entityMetadataId)
}
