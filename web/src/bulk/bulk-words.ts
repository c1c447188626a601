import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, countOf, kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'

const assigned = (what: string, to: string | null) => (to === null ? `${what} unassigned` : `${what} assigned to ${to}`)

/** Sentence for each action, without a final period; `what` is the counted noun. */
const sentences: Readonly<Record<BulkAction, (what: string, to: string | null) => string>> = {
  'lead.agent': assigned,
  'lead.disposition': (what, to) =>
    to === null ? `Disposition of ${what} cleared` : `Disposition of ${what} set to ${to}`,
  'customer.agent': assigned,
  'customer.status': (what, to) => `Status of ${what} set to ${to}`,
  'contact.agent': assigned,
  'application.agent': assigned,
  'unpaid.agent': assigned,
  'lost.agent': assigned,
  'line.agent': assigned,
  'variance.agent': assigned,
  'offline.processed': (what, to) => (to === null ? `${what} reopened` : `${what} marked as processed`),
}

export function bulkInWords({ action, records, to }: Pick<BulkChange, 'action' | 'records' | 'to'>): string {
  return sentences[action](countOf(kindOf(action), records), to)
}

/** Kind of record of an action: the part before the dot. */
export function kindOf(action: BulkAction): BulkKind {
  return kindsInBulk.find((kind) => action.startsWith(`${kind}.`)) ?? 'lead'
}
