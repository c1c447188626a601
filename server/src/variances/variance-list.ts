import { owedClasses } from '@coverdesk/domain/expected/variance-class.ts'
import type { VarianceQuery, VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { instantOf } from '../platform/db/instant.ts'
import { dayLabel, lookupLabel, nameLabel } from '../platform/exports/filter-label.ts'
import { type ListExport, listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  beginsNumber,
  equalsNumber,
  equalsNumberOrNone,
  equalsText,
  inMonth,
  type ListFilter,
  onOrAfter,
  onOrBefore,
  plainStartsWith,
  sinceMonth,
  untilMonth,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { selectList } from '../platform/lists/select-list.ts'

const owed = owedClasses.map((name) => `'${name}'`).join(', ')
/** SQL expression for the status of a variance `v` with its looked-up status `s`. */
export const varianceStatus = `case when v.closed_at is null then s.name when v.closing_line_id is null then 'Corrected'
  when v.class in (${owed}) then 'Recovered' else 'Settled' end`
const closedBy = `(select concat(b.file_name, ', line ' || l.last_line) from commission_lines l
  left join import_batches b on b.id = l.last_batch_id where l.id = v.closing_line_id)`

/** SQL expression for a variance `v` that the agency gave up; one that a file settled is not. */
export const isWrittenOff = `(v.closed_at is null and v.status_id = ${varianceStatusIds['Written Off']})`
/** What is written off is at stake no longer. One that the carrier denied is: it may be disputed again. */
const isOwed: ListFilter = {
  types: ['text'],
  condition: (value) => `(v.class in (${owed})) = (${value} = 'yes') and not ${isWrittenOff}`,
  valuesOf: (typed) => [String(typed)],
}

const which = {
  open: { name: 'variances', always: 'v.closed_at is null', closed: ['v.dispute_by'] },
  closed: { name: 'variances_closed', always: 'v.closed_at is not null', closed: ['v.closed_at'] },
  ofPolicy: { name: 'variances_of_policy', always: 'true', closed: ['v.month'] },
} as const

/** Only the open list is stored in the order of its last days to dispute. */
const deadlines = { open: { rangeSort: 'disputeBy' }, closed: {}, ofPolicy: {} } as const

function listOf(rows: keyof typeof which): ListDeclaration {
  return {
    name: which[rows].name,
    table: 'variances v',
    key: 'v.id',
    visibleTo: ['v.agent_id', 'v.owner_id'],
    always: which[rows].always,
    versioned: 'variances',
    joins: `
      join carriers c on c.id = v.carrier_id
      left join agents a on a.id = v.agent_id
      left join agents o on o.id = v.owner_id
      left join lookup_values s on s.list = 'status.variance' and s.id = v.status_id`,
    filters: {
      insuredName: containsName('v.search_name', { ...plainStartsWith('v.sort_name'), rangeSort: 'insured' }),
      policyNumber: beginsNumber('v.policy_number', 'policyNumber'),
      policyId: equalsNumber('v.policy_id'),
      class: equalsText('v.class'),
      carrierId: equalsNumber('v.carrier_id'),
      owed: isOwed,
      month: inMonth('v.month'),
      monthFrom: sinceMonth('v.month'),
      monthTo: untilMonth('v.month'),
      agentId: equalsNumberOrNone('v.agent_id'),
      ownerId: equalsNumberOrNone('v.owner_id'),
      statusId: equalsNumber('v.status_id'),
      disputeFrom: { ...onOrAfter('v.dispute_by'), ...deadlines[rows] },
      disputeTo: { ...onOrBefore('v.dispute_by'), ...deadlines[rows] },
    },
    sorts: {
      disputeBy: ['v.dispute_by'],
      stake: ['v.stake'],
      month: ['v.month', 'v.stake'],
      insured: ['v.sort_name'],
      policyNumber: ['plain_text(v.policy_number) collate "C"'],
      closed: which[rows].closed,
    },
    defaultSort: rows === 'open' ? { sort: 'month', order: 'desc' } : { sort: 'closed', order: 'desc' },
    columns: {
      id: 'v.id',
      version: 'v.version',
      policyId: 'v.policy_id',
      policyNumber: 'v.policy_number',
      insuredName: 'v.insured_name',
      carrierId: 'v.carrier_id',
      carrier: 'c.name',
      month: 'v.month::text',
      class: 'v.class',
      reason: 'v.reason',
      expected: 'v.expected::text',
      received: 'v.received::text',
      stake: 'v.stake::text',
      disputeBy: 'v.dispute_by::text',
      agentId: 'v.agent_id',
      agent: 'a.name',
      ownerId: 'v.owner_id',
      owner: 'o.name',
      statusId: 'v.status_id',
      status: varianceStatus,
      closedAt: instantOf('v.closed_at'),
      closedBy,
      recovered: 'v.recovered::text',
    } satisfies Record<keyof VarianceRow, string>,
  }
}

const lists = { open: listOf('open'), closed: listOf('closed'), ofPolicy: listOf('ofPolicy') } as const

/** The list for a query: open variances unless it says otherwise; with a policy alone, all of it. */
export function varianceList({ state, policyId }: Pick<VarianceQuery, 'state' | 'policyId'> = {}): ListDeclaration {
  return lists[policyId !== undefined && state === undefined ? 'ofPolicy' : (state ?? 'open')]
}

const exported = (query: Pick<VarianceQuery, 'state' | 'policyId'>, title: string): ListExport =>
  listExport(varianceList(query), {
    title,
    filters: {
      insuredName: 'Insured',
      policyNumber: 'Policy number',
      policyId: 'Policy id',
      class: { label: 'Class', read: (value) => `${String(value).charAt(0).toUpperCase()}${String(value).slice(1)}` },
      carrierId: nameLabel('Carrier', 'carriers'),
      owed: { label: 'Owed', read: (value) => (value === 'yes' ? 'To us' : 'By us') },
      month: 'Month',
      monthFrom: 'From month',
      monthTo: 'To month',
      agentId: nameLabel('Agent', 'agents', 'Other agency'),
      ownerId: nameLabel('Owner', 'agents', 'Unassigned'),
      statusId: lookupLabel('Status', 'status.variance'),
      disputeFrom: dayLabel('Dispute by, from'),
      disputeTo: dayLabel('Dispute by, until'),
    },
    columns: [
      { label: 'Policy number', kind: 'text', width: 14, column: 'policyNumber' },
      { label: 'Insured', kind: 'text', width: 22, column: 'insuredName' },
      { label: 'Carrier', kind: 'text', width: 16, column: 'carrier' },
      { label: 'Month', kind: 'text', width: 8, expression: `to_char(v.month, 'MM/YYYY')` },
      { label: 'Class', kind: 'text', width: 20, column: 'class' },
      { label: 'Expected', kind: 'money', width: 10, expression: 'v.expected' },
      { label: 'Received', kind: 'money', width: 10, expression: 'v.received' },
      { label: 'At stake', kind: 'money', width: 10, expression: 'v.stake' },
      { label: 'Dispute by', kind: 'date', width: 11, expression: 'v.dispute_by' },
      { label: 'Agent', kind: 'text', width: 18, column: 'agent', sheetOnly: true },
      { label: 'Owner', kind: 'text', width: 18, column: 'owner', sheetOnly: true },
      { label: 'Status', kind: 'text', width: 12, column: 'status' },
      { label: 'Why', kind: 'text', width: 60, column: 'reason', sheetOnly: true },
      { label: 'Closed by', kind: 'text', width: 30, column: 'closedBy', sheetOnly: true },
      { label: 'Recovered', kind: 'money', width: 10, expression: 'v.recovered', sheetOnly: true },
    ],
  })

/** Selects variances as the lists show them, open and closed; a condition on `v` follows. */
export const selectVariances = selectList(lists.ofPolicy)

/** Files of open or closed variances. */
export function varianceExport(query: Pick<VarianceQuery, 'state' | 'policyId'>): ListExport {
  return exported(query, query.state === 'closed' ? 'Variances, closed' : 'Variances')
}
