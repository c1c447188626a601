import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { showCount } from '../ui/cell-value.tsx'

export const leadCount = (count: number) => `${showCount(count)} ${count === 1 ? 'lead' : 'leads'}`

/** What a change of many did, as a sentence without its end: '12 leads assigned to Luis Vega'. */
export function bulkInWords({ action, records, to }: Pick<BulkChange, 'action' | 'records' | 'to'>): string {
  const what = leadCount(records)
  if (action === 'lead.agent') return to === null ? `${what} assigned to nobody` : `${what} assigned to ${to}`
  return to === null ? `Disposition of ${what} cleared` : `Disposition of ${what} set to ${to}`
}
