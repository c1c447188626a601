import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkAction, type BulkKind, countOf, kindsInBulk } from '@coverdesk/domain/bulk/bulk-kinds.ts'

const assigned = (what: string, to: string | null) => (to === null ? `${what} unassigned` : `${what} assigned to ${to}`)

/** What a change of many did, as a sentence without its end; `what` counts the records. */
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
  'offline.processed': (what, to) => (to === null ? `${what} reopened` : `${what} marked as processed`),
}

/** '12 leads assigned to Luis Vega'. */
export function bulkInWords({ action, records, to }: Pick<BulkChange, 'action' | 'records' | 'to'>): string {
  return sentences[action](countOf(kindOf(action), records), to)
}

/** Of which kind an action is: the name before its dot. */
export function kindOf(action: BulkAction): BulkKind {
  return kindsInBulk.find((kind) => action.startsWith(`${kind}.`)) ?? 'lead'
}
