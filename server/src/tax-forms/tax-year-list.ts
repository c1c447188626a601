import type { TaxYear } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { classificationWords, noW9, taxClassWords, taxShowWords } from '@coverdesk/domain/tax-forms/tax-form-words.ts'
import { wordLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, type ListFilter, plainStartsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** Classes, and forms without a W-9. */
const show: ListFilter = {
  types: ['text'],
  valuesOf: (typed) => [String(typed)],
  condition: (value) =>
    `case ${value} when 'incomplete' then t.class = 'form' and not t.has_facts else t.class = ${value} end`,
}

/** What agents were paid in a year, which every request names. */
export const taxYearList: ListDeclaration = {
  name: 'tax_years',
  table: 'tax_years t',
  key: 't.row_key',
  visibleTo: 't.agent_id',
  joins: 'join agents a on a.id = t.agent_id left join agent_tax_facts f on f.agent_id = t.agent_id',
  filters: {
    year: equalsNumber('t.year'),
    name: containsName('t.agent_sort', plainStartsWith('t.agent_sort'), 'agent'),
    show,
  },
  sorts: { agent: ['t.agent_sort'], paid: ['t.paid'] },
  defaultSort: { sort: 'paid', order: 'desc' },
  columns: {
    id: 't.agent_id',
    agent: 'a.name',
    npn: 'a.npn',
    class: 't.class',
    paid: 't.paid::text',
    batches: 't.batches',
    classification: 'f.classification',
    legalName: `nullif(f.legal_name, '')`,
    tinLast4: 'f.tin_last4',
  } satisfies Record<keyof TaxYear, string>,
}

export const taxYearExport = listExport(taxYearList, {
  title: 'Paid in a year',
  filters: { year: 'Year', name: 'Agent', show: wordLabel('Show', taxShowWords) },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agent' },
    { label: 'NPN', kind: 'text', width: 11, column: 'npn' },
    {
      label: '1099-NEC',
      kind: 'text',
      width: 12,
      expression: inWords('t.class', taxClassWords),
    },
    {
      label: 'Classification',
      kind: 'text',
      width: 24,
      expression: inWords('f.classification', classificationWords, `'${noW9}'`),
    },
    { label: 'Legal name', kind: 'text', width: 24, column: 'legalName' },
    { label: 'Tax number', kind: 'text', width: 12, expression: `'ends in ' || f.tin_last4` },
    { label: 'Batches', kind: 'integer', width: 8, column: 'batches' },
    { label: 'Paid', kind: 'money', width: 13, expression: 't.paid' },
  ],
})

const sumOf = (name: string) =>
  `jsonb_build_object('agents', count(*) filter (where t.class = '${name}'),
    'amount', coalesce(sum(t.paid) filter (where t.class = '${name}'), 0)::numeric(18, 2)::text)`

/** Sums of a year by class. */
export const taxYearSums = {
  paid: 'coalesce(sum(t.paid), 0)::numeric(18, 2)::text',
  form: sumOf('form'),
  below: sumOf('below'),
  exempt: sumOf('exempt'),
  incomplete: `count(*) filter (where t.class = 'form' and not t.has_facts)::int`,
}
