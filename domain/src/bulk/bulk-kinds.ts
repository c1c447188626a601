/** Kinds of records that support bulk changes. */
export const kindsInBulk = [
  'lead',
  'customer',
  'contact',
  'offline',
  'application',
  'unpaid',
  'lost',
  'line',
  'variance',
] as const
export type BulkKind = (typeof kindsInBulk)[number]

interface KindInBulk {
  one: string
  many: string
  /** Claim expression for bulk changes; visibility and the actions limit the records. */
  allow: string
  /** Name of the kind in histories and in the audit record. */
  entity:
    | 'lead'
    | 'customer'
    | 'contact'
    | 'offline-application'
    | 'internal-application'
    | 'unpaid-policy'
    | 'lost-policy'
    | 'commission-line'
    | 'variance'
}

export const bulkKinds: Readonly<Record<BulkKind, KindInBulk>> = {
  lead: { one: 'lead', many: 'leads', allow: 'agent view.Lead|admin.Lead', entity: 'lead' },
  customer: { one: 'customer', many: 'customers', allow: 'agent view.customer|admin.customer', entity: 'customer' },
  contact: { one: 'contact', many: 'contacts', allow: 'agent view.customer|admin.customer', entity: 'contact' },
  offline: { one: 'application', many: 'applications', allow: 'agent admin.OfflineApp', entity: 'offline-application' },
  application: { one: 'application', many: 'applications', allow: 'admin.Application', entity: 'internal-application' },
  unpaid: { one: 'policy', many: 'policies', allow: 'agent admin.Policy', entity: 'unpaid-policy' },
  lost: { one: 'policy', many: 'policies', allow: 'agent admin.Policy', entity: 'lost-policy' },
  line: { one: 'line', many: 'lines', allow: 'agent admin.Statement', entity: 'commission-line' },
  variance: { one: 'variance', many: 'variances', allow: 'agent administrator admin.Statement', entity: 'variance' },
}

/** Bulk actions: kind and field. */
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
  'line.agent',
  'variance.agent',
] as const
export type BulkAction = (typeof actionsInBulk)[number]

/** Value of `offline.processed` for a processed application; null means not processed. */
export const processed = 1

/** Count with the kind's name: '1 lead', '20,412 customers'. */
export function countOf(kind: BulkKind, count: number): string {
  const { one, many } = bulkKinds[kind]
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Maximum number of records that match a filter and are changed together. */
export const maxMatching = 50_000
