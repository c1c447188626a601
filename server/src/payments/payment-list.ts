import { batchStatuses, type Payment, paymentTypes } from '@coverdesk/domain/payments/payment-contract.ts'
import { dayLabel, nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  contains,
  equalsNumber,
  equalsText,
  type ListFilter,
  onOrAfter,
  onOrBefore,
  plainStartsWith,
} from '../platform/lists/list-filters.ts'

/** SQL expression for the word of an id, counted from 1. */
const wordOf = (words: readonly string[], id: string) => `(array['${words.join("', '")}'])[${id}]`

/** Payments of the matching batches: there are few batches with many payments each. */
function ofBatches(filter: ListFilter): ListFilter {
  const within = (condition: string) => `y.batch_id in (select b.id from payment_batches b where ${condition})`
  const { genericCondition, short } = filter
  return {
    types: filter.types,
    valuesOf: filter.valuesOf,
    condition: (...values) => within(filter.condition(...values)),
    ...(genericCondition ? { genericCondition: (...values) => within(genericCondition(...values)) } : {}),
    ...(short ? { short: { when: short.when, filter: ofBatches(short.filter) } } : {}),
  }
}

/** Filter by the id of a word. */
const oneOf = (words: readonly string[], column: string): ListFilter => ({
  ...equalsNumber(column),
  valuesOf: (typed) => [words.indexOf(String(typed)) + 1],
})

/** Payments to agents, newest month first. */
export const paymentList: ListDeclaration = {
  name: 'payments',
  table: 'payments y',
  key: 'y.id',
  visibleTo: 'y.agent_id',
  agentSort: 'month',
  versioned: true,
  joins: `
    join agents a on a.id = y.agent_id
    left join carriers c on c.id = y.carrier_id
    join payment_batches b on b.id = y.batch_id`,
  filters: {
    agentId: { ...equalsNumber('y.agent_id'), indexedSort: 'month' },
    carrierId: equalsNumber('y.carrier_id'),
    typePayment: oneOf(paymentTypes, 'y.type_id'),
    batchName: ofBatches(contains('plain_text(b.name)', plainStartsWith('plain_text(b.name) collate "C"'))),
    batchStatus: ofBatches(oneOf(batchStatuses, 'b.status_id')),
    from: ofBatches(onOrAfter('b.paid_on')),
    to: ofBatches(onOrBefore('b.paid_on')),
    paymentNumber: equalsText('y.payment_number'),
  },
  sorts: { month: ['y.month'], number: [] },
  defaultSort: { sort: 'month', order: 'desc' },
  columns: {
    id: 'y.id',
    agentId: 'y.agent_id',
    name: 'a.name',
    carrierId: 'y.carrier_id',
    carrier: 'c.name',
    typePayment: wordOf(paymentTypes, 'y.type_id'),
    batchName: 'b.name',
    batchStatus: wordOf(batchStatuses, 'b.status_id'),
    amount: 'y.amount::text',
    month: 'extract(month from y.month)::int',
    year: 'extract(year from y.month)::int',
    paymentDate: 'b.paid_on',
    paymentNumber: 'y.payment_number',
    runId: 'y.run_id',
  } satisfies Record<keyof Payment, string>,
}

/** Files of payments, in the report formats (PAY-03). */
export const paymentExport = listExport(paymentList, {
  title: 'Agent payments',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    carrierId: nameLabel('Carrier', 'carriers'),
    typePayment: 'Type',
    batchName: 'Batch',
    batchStatus: 'Batch status',
    from: dayLabel('Paid from'),
    to: dayLabel('Paid to'),
    paymentNumber: 'Number',
  },
  columns: [
    { label: 'Number', kind: 'text', width: 10, column: 'paymentNumber' },
    { label: 'Agent', kind: 'text', width: 22, column: 'name' },
    { label: 'Carrier', kind: 'text', width: 20, column: 'carrier' },
    { label: 'Type', kind: 'text', width: 11, column: 'typePayment' },
    { label: 'Batch', kind: 'text', width: 22, column: 'batchName' },
    { label: 'Status', kind: 'text', width: 10, column: 'batchStatus' },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(y.month, 'MM/YYYY')` },
    { label: 'Paid', kind: 'date', width: 10, column: 'paymentDate' },
    { label: 'Amount', kind: 'money', width: 12, expression: 'y.amount' },
  ],
})

/** Sums of all payments of a request. */
export const paymentSums = { totalAmount: 'coalesce(sum(y.amount), 0)::numeric(18, 2)::text' }
