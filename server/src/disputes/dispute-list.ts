import { type DisputeItem, type DisputeRow, disputeStates } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { instantOf } from '../platform/db/instant.ts'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { type ListExport, listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText } from '../platform/lists/list-filters.ts'
import { varianceStatus } from '../variances/variance-list.ts'

const state = `case when d.outcome is not null then 'decided' when d.sent_on is not null then 'sent' else 'open' end`
/** The next dispute `n` of the variance of an item `i`. */
const nextDispute = `left join lateral (
  select n.received from dispute_items n where n.variance_id = i.variance_id and n.dispute_id > i.dispute_id
  order by n.dispute_id limit 1) n on true`
/**
 * What came of an item `i` while its dispute was the newest of its variance `v`: a part counts as it comes, and money that moved between
 * agents when a file settles the month. At most what was claimed.
 */
const recoveredOfItem = `least(i.stake, greatest(0, coalesce(n.received,
  greatest(v.received, case when v.closed_at is not null then i.received + v.recovered end)) - i.received))`
const recovered = `(select coalesce(sum(${recoveredOfItem}), 0) from dispute_items i join variances v on v.id = i.variance_id
  ${nextDispute} where i.dispute_id = d.id)`

/** Disputes with carriers, newest first. Only administrators read them, who see all records. */
export const disputeList: ListDeclaration = {
  name: 'disputes',
  table: 'disputes d',
  key: 'd.id',
  versioned: true,
  joins: `
    join carriers c on c.id = d.carrier_id
    left join users u on u.id = d.created_by
    left join contacts n on n.id = u.contact_id`,
  filters: { state: equalsText(state), carrierId: equalsNumber('d.carrier_id') },
  sorts: { number: [], stake: ['d.stake'], disputeBy: ['d.dispute_by'] },
  defaultSort: { sort: 'number', order: 'desc' },
  columns: {
    id: 'd.id',
    version: 'd.version',
    carrierId: 'd.carrier_id',
    carrier: 'c.name',
    state,
    variances: 'd.items',
    stake: 'd.stake::text',
    recovered: `${recovered}::numeric(14, 2)::text`,
    disputeBy: 'd.dispute_by::text',
    createdAt: instantOf('d.created_at'),
    createdBy: `coalesce(nullif(concat_ws(' ', nullif(n.first_name, ''), nullif(n.last_name, '')), ''), u.user_name)`,
    sentOn: 'd.sent_on::text',
    sentTo: 'd.sent_to',
    outcome: 'd.outcome',
    decidedOn: 'd.decided_on::text',
    comment: 'd.comment',
  } satisfies Record<keyof DisputeRow, string>,
}

/** Files of disputes. */
export const disputeExport = listExport(disputeList, {
  title: 'Disputes',
  filters: {
    state: wordLabel('State', Object.fromEntries(disputeStates.map((name) => [name, name]))),
    carrierId: nameLabel('Carrier', 'carriers'),
  },
  columns: [
    { label: 'Number', kind: 'integer', width: 9, expression: 'd.id' },
    { label: 'Carrier', kind: 'text', width: 22, column: 'carrier' },
    { label: 'Policy months', kind: 'integer', width: 12, column: 'variances' },
    { label: 'At stake', kind: 'money', width: 12, expression: 'd.stake' },
    { label: 'Recovered', kind: 'money', width: 12, expression: recovered },
    { label: 'Dispute by', kind: 'date', width: 11, expression: 'd.dispute_by' },
    { label: 'Sent', kind: 'date', width: 11, expression: 'd.sent_on' },
    { label: 'Sent to', kind: 'text', width: 22, column: 'sentTo' },
    { label: 'Outcome', kind: 'text', width: 12, column: 'outcome' },
    { label: 'Decided', kind: 'date', width: 11, expression: 'd.decided_on', sheetOnly: true },
    { label: 'Made by', kind: 'text', width: 20, column: 'createdBy', sheetOnly: true },
    { label: 'Comment', kind: 'text', width: 40, column: 'comment', sheetOnly: true },
  ],
})

/** Variances of one dispute, by month. */
export const disputeItemList: ListDeclaration = {
  name: 'dispute_items',
  table: 'dispute_items i',
  key: 'i.id',
  subject: 'varianceId',
  joins: `
    join variances v on v.id = i.variance_id
    ${nextDispute}
    left join lookup_values s on s.list = 'status.variance' and s.id = v.status_id`,
  filters: { disputeId: equalsNumber('i.dispute_id') },
  sorts: { month: ['i.month'] },
  defaultSort: { sort: 'month', order: 'asc' },
  columns: {
    id: 'i.id',
    varianceId: 'i.variance_id',
    policyNumber: 'i.policy_number',
    insuredName: 'i.insured_name',
    month: 'i.month::text',
    class: 'i.class',
    reason: 'i.reason',
    expected: 'i.expected::text',
    received: 'i.received::text',
    stake: 'i.stake::text',
    disputeBy: 'i.dispute_by::text',
    evidence: 'i.evidence',
    status: varianceStatus,
    recovered: `${recoveredOfItem}::numeric(14, 2)::text`,
  } satisfies Record<keyof DisputeItem, string>,
}

const itemExport = listExport(disputeItemList, {
  title: '',
  filters: {},
  columns: [
    { label: 'Policy number', kind: 'text', width: 14, column: 'policyNumber' },
    { label: 'Insured', kind: 'text', width: 20, column: 'insuredName' },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(i.month, 'MM/YYYY')` },
    { label: 'Due', kind: 'money', width: 10, expression: 'i.expected' },
    { label: 'Paid', kind: 'money', width: 10, expression: 'i.received' },
    { label: 'Claimed', kind: 'money', width: 10, expression: 'i.stake' },
    { label: 'Why', kind: 'text', width: 44, column: 'reason' },
    { label: 'Evidence', kind: 'text', width: 60, column: 'evidence' },
  ],
})

/** The pack for the carrier: the policy months of a dispute with their evidence. */
export function disputePack({ id, carrier, stake }: Pick<DisputeRow, 'id' | 'carrier' | 'stake'>): ListExport {
  return { ...itemExport, title: `Dispute ${id} with ${carrier}: ${showMoney(stake)}` }
}
