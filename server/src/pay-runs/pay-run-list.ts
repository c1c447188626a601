import type { PayRun } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { batchStatuses } from '@coverdesk/domain/payments/payment-contract.ts'
import { instantOf } from '../platform/db/instant.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { inYear } from '../platform/lists/list-filters.ts'

/** Draft until there is a batch; an open batch is a closed run. */
const status = `case when b.id is null then 'Draft' when b.status_id = 1 then 'Closed'
  else (array['${batchStatuses.join("', '")}'])[b.status_id] end`
const name = `to_char(r.month, 'MM/YYYY') || case when r.sequence > 0 then ', correction ' || r.sequence else '' end`

/** Pay runs and their corrections, newest month first. */
export const payRunList: ListDeclaration = {
  name: 'pay_runs',
  table: 'pay_runs r',
  key: 'r.id',
  versioned: true,
  joins: `
    left join payment_batches b on b.id = r.batch_id
    left join users u on u.id = r.closed_by
    left join contacts k on k.id = u.contact_id`,
  filters: { year: inYear('r.month') },
  sorts: { month: ['r.month', 'r.sequence'] },
  defaultSort: { sort: 'month', order: 'desc' },
  columns: {
    id: 'r.id',
    month: 'r.month::text',
    sequence: 'r.sequence',
    status,
    reason: 'r.reason',
    received: 'r.received::text',
    agency: 'r.agency::text',
    held: 'r.held::text',
    earned: '(r.received - r.agency - r.held)::text',
    adjusted: '(r.paid - (r.received - r.agency - r.held))::text',
    paid: 'r.paid::text',
    lines: 'r.lines',
    agents: '(select count(*)::int from pay_run_agents a where a.run_id = r.id)',
    calculatedAt: instantOf('r.calculated_at'),
    closedAt: instantOf('r.closed_at'),
    closedBy: `coalesce(nullif(concat_ws(' ', k.first_name, k.last_name), ''), u.user_name)`,
    paidOn: 'b.paid_on::text',
    inputHash: 'r.input_hash',
  } satisfies Record<keyof PayRun, string>,
}

export const payRunExport = listExport(payRunList, {
  title: 'Pay runs',
  filters: { year: 'Year' },
  columns: [
    { label: 'Pay run', kind: 'text', width: 22, expression: name },
    { label: 'Status', kind: 'text', width: 10, column: 'status' },
    { label: 'Lines', kind: 'integer', width: 9, column: 'lines' },
    { label: 'Agents', kind: 'integer', width: 8, column: 'agents' },
    { label: 'Received', kind: 'money', width: 13, expression: 'r.received' },
    { label: 'Agency', kind: 'money', width: 13, expression: 'r.agency' },
    { label: 'Held', kind: 'money', width: 12, expression: 'r.held' },
    { label: 'Earned, overrides', kind: 'money', width: 16, expression: 'r.received - r.agency - r.held' },
    { label: 'Adjusted', kind: 'money', width: 13, expression: 'r.paid - (r.received - r.agency - r.held)' },
    { label: 'Paid', kind: 'money', width: 13, expression: 'r.paid' },
    { label: 'Paid on', kind: 'date', width: 11, expression: 'b.paid_on' },
    { label: 'Reason', kind: 'text', width: 24, column: 'reason', sheetOnly: true },
  ],
})
