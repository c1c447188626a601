import { classesToReview, sourceClasses, sourceClassWords } from '@coverdesk/domain/three-sources/source-class.ts'
import { type SourceRow, sourceShowWords } from '@coverdesk/domain/three-sources/source-contract.ts'
import { instantOf } from '../platform/db/instant.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  equalsNumber,
  equalsNumberOrNone,
  equalsText,
  hideFromPlanner,
  inMonth,
  plainStartsWith,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { selectList } from '../platform/lists/select-list.ts'

/** What a review of a unit `t` holds for: its class, and the agent at the exchange or else the month and what was paid. */
export const reviewedAs = `concat_ws('|', t.class, case when t.class = 'agent differs' then t.exchange_npn
  else t.month || '|' || t.paid end)`
/** Query of the review of a unit `t`. */
export const review = `select from source_reviews r where r.key = t.key and r.reviewed_as = ${reviewedAs}`

const arrayOf = (classes: readonly string[]) => `{${classes.map((name) => `"${name}"`).join(',')}}`

/** Policies of a month as the three sources have them. */
export const sourceList: ListDeclaration = {
  name: 'source-units',
  table: 'source_units t',
  key: 't.id',
  visibleTo: 't.agent_id',
  versioned: true,
  joins: `
    left join carriers c on c.id = t.carrier_id
    left join policies p on p.id = t.policy_id
    left join agents a on a.id = p.agent_id
    left join marketplace_applications m on m.id = t.application_id
    left join commission_lines l on l.id = t.line_id
    left join source_reviews v on v.key = t.key and v.reviewed_as = ${reviewedAs}
    left join users u on u.id = v.reviewed_by
    left join contacts n on n.id = u.contact_id`,
  filters: {
    month: inMonth('t.month'),
    class: equalsText('t.class'),
    show: {
      types: ['text[]', 'text'],
      condition: (classes, show) => `t.class = any (${hideFromPlanner(classes)}::text[])
        and case ${hideFromPlanner(show)} when 'review' then not exists (${review}) when 'reviewed' then exists (${review}) else true end`,
      valuesOf: (typed) => [arrayOf(typed === 'review' ? classesToReview : sourceClasses), String(typed)],
    },
    carrierId: equalsNumber('t.carrier_id'),
    agentId: equalsNumberOrNone('t.agent_id'),
    insured: containsName('t.search_name', { ...plainStartsWith('t.sort_name'), rangeSort: 'insured' }),
  },
  sorts: { stake: ['t.stake'], paid: ['t.paid'], insured: ['t.sort_name'] },
  defaultSort: { sort: 'stake', order: 'desc' },
  columns: {
    id: 't.id',
    month: 't.month::text',
    class: 't.class',
    insuredName: 't.insured_name',
    carrierId: 't.carrier_id',
    carrier: 'c.name',
    policyId: 't.policy_id',
    policyNumber: 'coalesce(p.policy_number, l.policy_number)',
    appId: 'm.exchange_assigned_id',
    agent: 'coalesce(a.name, p.agent_npn)',
    exchangeNpn: 't.exchange_npn',
    inExchange: 't.in_exchange',
    inBook: 't.in_book',
    paid: 't.paid::text',
    stake: 't.stake::text',
    reviewedAt: instantOf('v.reviewed_at'),
    reviewedBy: `coalesce(nullif(concat_ws(' ', nullif(n.first_name, ''), nullif(n.last_name, '')), ''), u.user_name)`,
    reviewNote: 'v.note',
  } satisfies Record<keyof SourceRow, string>,
}

const classCase = inWords('t.class', sourceClassWords)
const yesNo = (column: string) => `case when ${column} then 'Yes' else 'No' end`

export const sourceExport = listExport(sourceList, {
  title: 'Three sources',
  filters: {
    month: 'Month',
    class: {
      label: 'Class',
      read: (value) => Object.entries(sourceClassWords).find(([name]) => name === value)?.[1] ?? '',
    },
    show: {
      label: 'Show',
      read: (value) => Object.entries(sourceShowWords).find(([name]) => name === value)?.[1] ?? '',
    },
    carrierId: nameLabel('Carrier', 'carriers'),
    agentId: nameLabel('Agent', 'agents', 'Other agency'),
    insured: 'Insured',
  },
  columns: [
    { label: 'Insured', kind: 'text', width: 24, column: 'insuredName' },
    { label: 'Policy number', kind: 'text', width: 15, column: 'policyNumber' },
    { label: 'Carrier', kind: 'text', width: 16, column: 'carrier' },
    { label: 'Month', kind: 'text', width: 8, expression: `to_char(t.month, 'MM/YYYY')` },
    { label: 'Class', kind: 'text', width: 24, expression: classCase },
    { label: 'Agent by the book', kind: 'text', width: 20, column: 'agent' },
    { label: 'NPN by the exchange', kind: 'text', width: 14, column: 'exchangeNpn' },
    { label: 'Paid', kind: 'money', width: 10, expression: 't.paid' },
    { label: 'At stake', kind: 'money', width: 10, expression: 't.stake' },
    {
      label: 'Review',
      kind: 'text',
      width: 24,
      expression: `concat_ws(': ', n.first_name || ' ' || n.last_name, nullif(v.note, ''))`,
    },
    { label: 'Exchange', kind: 'text', width: 9, expression: yesNo('t.in_exchange'), sheetOnly: true },
    { label: 'Book', kind: 'text', width: 7, expression: yesNo('t.in_book'), sheetOnly: true },
    { label: 'Exchange id', kind: 'text', width: 14, column: 'appId', sheetOnly: true },
  ],
})

/** Selects units as the list shows them; a condition on `t` follows. */
export const selectUnits = selectList(sourceList)
