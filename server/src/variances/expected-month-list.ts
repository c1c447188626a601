import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { ruleWords } from '@coverdesk/domain/expected/month-rule.ts'
import type { ExpectedMonthRow } from '@coverdesk/domain/variances/expected-month-contract.ts'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  byWord,
  equalsNumber,
  equalsNumberOrNone,
  equalsText,
  inMonth,
  sinceMonth,
  untilMonth,
} from '../platform/lists/list-filters.ts'

/** SQL condition of months `m` that a statement here may pay: from the carrier's first one on, or with money. */
export const mayBePaid = `(m.received <> 0 or coalesce(m.month >= (select f.first_statement from carriers f where f.id = m.carrier_id), false))`

const schedule = `case when s.id is null then null when not s.commissionable then 'Not commissionable'
  when s.basis = 'percent' then s.amount || ' % of premium'
  else ${inWords('s.basis', { member: 'Per member', policy: 'Per policy', flat: 'Once' })} || ' ' || s.amount end`

/** Each policy month with what was due by which row and rule, and what came. */
export const expectedMonthList: ListDeclaration = {
  name: 'expected_months',
  table: 'commission_months m',
  key: 'm.id',
  visibleTo: 'm.agent_id',
  agentSort: 'month',
  versioned: true,
  subject: 'policyId',
  joins: `
    join policies p on p.id = m.policy_id
    join carriers c on c.id = m.carrier_id
    left join agents a on a.id = m.agent_id
    left join commission_schedules s on s.id = m.schedule_id`,
  filters: {
    carrierId: equalsNumber('m.carrier_id'),
    agentId: { ...equalsNumberOrNone('m.agent_id'), indexedSort: 'month' },
    policyId: { ...equalsNumber('m.policy_id'), indexedSort: 'month' },
    class: equalsText('m.class'),
    rule: equalsText('m.rule'),
    month: { ...inMonth('m.month'), rangeSort: 'month' },
    monthFrom: { ...sinceMonth('m.month'), rangeSort: 'month' },
    monthTo: { ...untilMonth('m.month'), rangeSort: 'month' },
    mayBePaid: byWord({ yes: mayBePaid, no: `not ${mayBePaid}` }),
  },
  sorts: { month: ['m.month'] },
  defaultSort: { sort: 'month', order: 'desc' },
  columns: {
    id: 'm.id',
    policyId: 'm.policy_id',
    policyNumber: 'p.policy_number',
    insuredName: `concat_ws(' ', p.first_name, p.last_name)`,
    carrierId: 'm.carrier_id',
    carrier: 'c.name',
    month: 'm.month::text',
    agentId: 'm.agent_id',
    agent: 'a.name',
    members: 'm.members',
    scheduleId: 'm.schedule_id',
    schedule,
    rule: 'm.rule',
    class: 'm.class',
    dueMonth: 'm.due_month::text',
    expected: 'm.expected::text',
    received: 'm.received::numeric(14, 2)::text',
    stake: 'm.stake::text',
  } satisfies Record<keyof ExpectedMonthRow, string>,
}

export const expectedMonthExport = listExport(expectedMonthList, {
  title: 'Expected months',
  filters: {
    carrierId: nameLabel('Carrier', 'carriers'),
    agentId: nameLabel('Agent', 'agents', 'Other agency'),
    policyId: 'Policy id',
    class: wordLabel('Class', classWords),
    rule: wordLabel('Rule', ruleWords),
    month: 'Month',
    monthFrom: 'From month',
    monthTo: 'To month',
    mayBePaid: wordLabel('Statements', { yes: 'May pay it', no: 'Before the first one' }),
  },
  columns: [
    { label: 'Policy number', kind: 'text', width: 15, column: 'policyNumber' },
    { label: 'Insured', kind: 'text', width: 22, column: 'insuredName' },
    { label: 'Carrier', kind: 'text', width: 16, column: 'carrier' },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(m.month, 'MM/YYYY')` },
    { label: 'Agent', kind: 'text', width: 18, column: 'agent' },
    { label: 'Members', kind: 'integer', width: 8, column: 'members', sheetOnly: true },
    { label: 'Row', kind: 'text', width: 8, expression: 'm.schedule_id::text', sheetOnly: true },
    { label: 'Schedule', kind: 'text', width: 18, column: 'schedule' },
    { label: 'Rule', kind: 'text', width: 24, expression: inWords('m.rule', ruleWords) },
    { label: 'Class', kind: 'text', width: 20, expression: inWords('m.class', classWords) },
    { label: 'Due with', kind: 'text', width: 8, expression: `to_char(m.due_month, 'MM/YYYY')`, sheetOnly: true },
    { label: 'Expected', kind: 'money', width: 10, expression: 'm.expected' },
    { label: 'Received', kind: 'money', width: 10, expression: 'm.received' },
    { label: 'At stake', kind: 'money', width: 10, expression: 'm.stake' },
  ],
})
