/** The kinds of record of which many can be changed at once. */
export const kindsInBulk = ['lead', 'customer', 'contact', 'offline', 'application', 'unpaid', 'lost'] as const
export type BulkKind = (typeof kindsInBulk)[number]

interface KindInBulk {
  one: string
  many: string
  /** Who may change some of them; which ones, visibility and the actions say. */
  allow: string
  /** What one is called in histories and in the audit record. */
  entity:
    | 'lead'
    | 'customer'
    | 'contact'
    | 'offline-application'
    | 'internal-application'
    | 'unpaid-policy'
    | 'lost-policy'
}

export const bulkKinds: Readonly<Record<BulkKind, KindInBulk>> = {
  lead: { one: 'lead', many: 'leads', allow: 'agent view.Lead|admin.Lead', entity: 'lead' },
  customer: { one: 'customer', many: 'customers', allow: 'agent view.customer|admin.customer', entity: 'customer' },
  contact: { one: 'contact', many: 'contacts', allow: 'agent view.customer|admin.customer', entity: 'contact' },
  offline: { one: 'application', many: 'applications', allow: 'agent admin.OfflineApp', entity: 'offline-application' },
  application: { one: 'application', many: 'applications', allow: 'admin.Application', entity: 'internal-application' },
  unpaid: { one: 'policy', many: 'policies', allow: 'agent admin.Policy', entity: 'unpaid-policy' },
  lost: { one: 'policy', many: 'policies', allow: 'agent admin.Policy', entity: 'lost-policy' },
}

/** What can be set of many records at once: the kind, and what of it. */
export const actionsInBulk = [
  'lead.agent',
  'lead.disposition',
  'customer.agent',
  'customer.status',
  'contact.agent',
  'offline.processed',
  'application.agent',
  'unpaid.agent',
  'lost.agent',
] as const
export type BulkAction = (typeof actionsInBulk)[number]

/** The value of `offline.processed` for an application that is processed; null stands for one that is not. */
export const processed = 1

/** '1 lead', '20,412 customers'. */
export function countOf(kind: BulkKind, count: number): string {
  const { one, many } = bulkKinds[kind]
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
