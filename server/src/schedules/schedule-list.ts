import type { ScheduleRowOut } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { businessWords } from '@coverdesk/domain/schedules/schedule-words.ts'
import { scopeNames } from '@coverdesk/domain/term-files/schedule-file.ts'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText, hideFromPlanner, type ListFilter } from '../platform/lists/list-filters.ts'

/** Rows that answer for a state: those that name it, and those for all states. */
const inState: ListFilter = {
  types: ['text'],
  condition: (state) => `(s.states = '{}' or upper(${hideFromPlanner(state)}) = any(s.states))`,
  valuesOf: (typed) => [typed],
}

/** Rows with a month of the year. */
const ofYear: ListFilter = {
  types: ['date', 'date'],
  condition: (from, to) =>
    `s.first_month <= ${hideFromPlanner(to)} and (s.last_month is null or s.last_month >= ${hideFromPlanner(from)})`,
  valuesOf: (year) => [`${year}-01-01`, `${year}-12-01`],
}

/** The list of schedule rows by carrier and month. */
export const scheduleList: ListDeclaration = {
  name: 'commission_schedules',
  table: 'commission_schedules s',
  key: 's.id',
  versioned: true,
  joins: 'join carriers c on c.id = s.carrier_id left join files f on f.id = s.document_id',
  filters: {
    carrierId: { ...equalsNumber('s.carrier_id'), indexedSort: 'carrier' },
    state: inState,
    business: equalsText('s.business'),
    year: ofYear,
  },
  sorts: {
    carrier: ['s.carrier_id', 's.first_month'],
    firstMonth: ['s.first_month'],
    amount: ['s.amount'],
    newest: [],
  },
  defaultSort: { sort: 'carrier', order: 'asc' },
  columns: {
    id: 's.id',
    version: 's.version',
    carrierId: 's.carrier_id',
    carrierName: 'c.name',
    states: 'to_jsonb(s.states)',
    scope: 's.scope',
    scopeValue: 's.scope_value',
    business: 's.business',
    firstMonth: `to_char(s.first_month, 'MM/YYYY')`,
    lastMonth: `to_char(s.last_month, 'MM/YYYY')`,
    cohortFrom: 's.cohort_from::text',
    cohortTo: 's.cohort_to::text',
    membersFrom: 's.members_from',
    membersTo: 's.members_to',
    basis: 's.basis',
    amount: 's.amount::text',
    cap: 's.cap',
    commissionable: 's.commissionable',
    firstLag: 's.first_lag',
    disputeDays: 's.dispute_days',
    source: 's.source',
    documentName: 'f.name',
  } satisfies Record<keyof ScheduleRowOut, string>,
}

/** A plan as the carrier writes it; one that is called like a metal level or 'All plans' has a word before it. */
const planExpression = `case
  when s.scope = 'all' then 'All plans'
  when s.scope <> 'plan' then initcap(s.scope_value)
  when lower(trim(s.scope_value)) in (${scopeNames.map((name) => `'${name}'`).join(', ')}) or s.scope_value ~* '^plan:' then 'Plan: ' || s.scope_value
  else s.scope_value end`

export const scheduleExport = listExport(scheduleList, {
  title: 'Commission schedules',
  filters: {
    carrierId: nameLabel('Carrier', 'carriers'),
    state: 'State',
    business: wordLabel('Business', businessWords),
    year: 'Year',
  },
  columns: [
    { label: 'Carrier', kind: 'text', width: 20, column: 'carrierName' },
    {
      label: 'States',
      kind: 'text',
      width: 12,
      expression: `coalesce(nullif(array_to_string(s.states, ', '), ''), 'All')`,
    },
    {
      label: 'For',
      kind: 'text',
      width: 18,
      expression: planExpression,
    },
    {
      label: 'Business',
      kind: 'text',
      width: 14,
      expression: `case s.business when 'both' then 'New and renewal' else initcap(s.business) end`,
    },
    { label: 'First month', kind: 'text', width: 10, column: 'firstMonth' },
    { label: 'Last month', kind: 'text', width: 10, column: 'lastMonth' },
    {
      label: 'Basis',
      kind: 'text',
      width: 16,
      expression: `case s.basis when 'member' then 'Per member' when 'policy' then 'Per policy' when 'percent' then 'Percent of premium' else 'Once' end`,
    },
    // A percentage says so: a bare 0.5 would be refused when the file is loaded again.
    {
      label: 'Amount',
      kind: 'text',
      width: 9,
      expression: `case s.basis when 'percent' then trim_scale(s.amount) || ' %' else s.amount::text end`,
    },
    { label: 'Cap', kind: 'integer', width: 6, column: 'cap' },
    {
      label: 'Commissionable',
      kind: 'text',
      width: 12,
      expression: `case when s.commissionable then 'Yes' else 'No' end`,
    },
    { label: 'Effective from', kind: 'date', width: 10, expression: 's.cohort_from', sheetOnly: true },
    { label: 'Effective to', kind: 'date', width: 10, expression: 's.cohort_to', sheetOnly: true },
    { label: 'Members from', kind: 'integer', width: 8, column: 'membersFrom', sheetOnly: true },
    { label: 'Members to', kind: 'integer', width: 8, column: 'membersTo', sheetOnly: true },
    { label: 'First lag', kind: 'integer', width: 8, column: 'firstLag', sheetOnly: true },
    { label: 'Dispute days', kind: 'integer', width: 8, column: 'disputeDays', sheetOnly: true },
    { label: 'Source', kind: 'text', width: 30, column: 'source', sheetOnly: true },
  ],
})
