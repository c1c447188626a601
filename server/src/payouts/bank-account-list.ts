import type { BankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { instantOf } from '../platform/db/instant.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText } from '../platform/lists/list-filters.ts'

const nameOf = (user: string, contact: string) =>
  `coalesce(nullif(concat_ws(' ', nullif(${contact}.first_name, ''), nullif(${contact}.last_name, '')), ''), ${user}.user_name)`

/** Accounts of agents, without their numbers. */
export const bankAccountList: ListDeclaration = {
  name: 'bank_accounts',
  table: 'bank_accounts t',
  key: 't.id',
  visibleTo: 't.agent_id',
  versioned: true,
  joins: `join agents a on a.id = t.agent_id
    join users u on u.id = t.entered_by
    left join contacts uc on uc.id = u.contact_id
    left join users d on d.id = t.decided_by
    left join contacts dc on dc.id = d.contact_id`,
  filters: {
    agentId: { ...equalsNumber('t.agent_id'), indexedSort: 'agent' },
    status: equalsText('t.status'),
  },
  sorts: { agent: ['t.agent_sort', 't.agent_id', 't.start_date'], newest: [] },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 't.id',
    version: 't.version',
    agentId: 't.agent_id',
    agentName: 'a.name',
    routingNumber: 't.routing_number',
    last4: 't.account_last4',
    kind: 't.kind',
    holder: 't.holder',
    holderName: 't.holder_name',
    startDate: 't.start_date::text',
    endDate: 't.end_date::text',
    status: 't.status',
    enteredById: 't.entered_by',
    enteredBy: nameOf('u', 'uc'),
    enteredAt: instantOf('t.entered_at'),
    decidedBy: `case when d.id is not null then ${nameOf('d', 'dc')} end`,
    sameAs: `(select string_agg(distinct o_agent.name, ', ') from bank_accounts o join agents o_agent on o_agent.id = o.agent_id
      where t.status = 'waiting' and o.account_search = t.account_search and o.routing_number = t.routing_number
        and o.agent_id <> t.agent_id and o.status in ('waiting', 'approved'))`,
  } satisfies Record<keyof BankAccount, string>,
}

export const bankAccountExport = listExport(bankAccountList, {
  title: 'Bank accounts',
  filters: { agentId: nameLabel('Agent', 'agents'), status: 'Status' },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'Routing number', kind: 'text', width: 14, column: 'routingNumber' },
    { label: 'Account', kind: 'text', width: 12, expression: `'ends in ' || t.account_last4` },
    { label: 'Type', kind: 'text', width: 10, column: 'kind' },
    { label: 'Holder', kind: 'text', width: 10, column: 'holder' },
    { label: 'Name', kind: 'text', width: 24, column: 'holderName' },
    { label: 'From', kind: 'date', width: 10, expression: 't.start_date' },
    { label: 'To', kind: 'date', width: 10, expression: 't.end_date' },
    { label: 'Status', kind: 'text', width: 10, column: 'status' },
    { label: 'Entered by', kind: 'text', width: 20, column: 'enteredBy' },
    { label: 'Decided by', kind: 'text', width: 20, column: 'decidedBy' },
  ],
})
