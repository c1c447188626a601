import { wordLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsText, hideFromPlanner, type ListFilter } from '../platform/lists/list-filters.ts'

/** Matches part of a name, code or alias, or the start of a HIOS issuer id. */
const anyName: ListFilter = {
  types: ['text'],
  condition: (typed) => `(exists (select from carrier_names n
      where n.carrier_id = c.id and position(carrier_key(${hideFromPlanner(typed)}) in n.name_key) > 0)
    or exists (select from carrier_issuer_ids i
      where i.carrier_id = c.id and starts_with(i.issuer_id, ${hideFromPlanner(typed)})))`,
  valuesOf: (typed) => [typed],
}

const sellsIn: ListFilter = {
  types: ['text'],
  condition: (state) =>
    `exists (select from carrier_issuer_ids i where i.carrier_id = c.id and i.state = upper(${hideFromPlanner(state)}))`,
  valuesOf: (typed) => [typed],
}

const aliases = `coalesce((select jsonb_agg(n.name order by lower(n.name)) from carrier_names n
  where n.carrier_id = c.id and n.kind = 'alias'), '[]')`
const issuerIds = `coalesce((select jsonb_agg(jsonb_build_object('issuerId', i.issuer_id, 'state', i.state) order by i.state, i.issuer_id)
  from carrier_issuer_ids i where i.carrier_id = c.id), '[]')`
const laterTerms = `coalesce((select jsonb_agg(jsonb_build_object('from', to_char(lower(t.months), 'MM/YYYY'), 'arrears', t.arrears,
  'newPeriod', t.new_period, 'tolerance', t.tolerance::text, 'termDateMeans', t.term_date_means, 'graceDays', t.grace_days)
  order by t.months) from carrier_terms t where t.carrier_id = c.id and not lower_inf(t.months)), '[]')`
// Uses the monthly totals, because counting the policies of every carrier would read them all.
const policies = `coalesce((select sum(t.policies) from policy_month_totals t where t.carrier_id = c.id), 0)::int`
const lastMonth = `(select max(b.month) from import_batches b where b.carrier_id = c.id and b.kind = 'policies' and b.undone_at is null)`
const profiles = `coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'version', p.version) order by p.kind) from (
  select kind, max(version) as version from carrier_profiles where carrier_id = c.id group by 1) p), '[]')`

/** Columns of a carrier: name in the contract → expression over `carriers c`. */
export const carrierColumns = {
  id: 'c.id',
  version: 'c.version',
  name: 'c.name',
  code: 'c.code',
  aliases,
  issuerIds,
  phone: 'c.phone',
  portalUrl: 'c.portal_url',
  disputeDays: 'c.dispute_days',
  arrears: 'c.arrears',
  newPeriod: 'c.new_period',
  tolerance: 'c.tolerance::text',
  termDateMeans: 'c.term_date_means',
  graceDays: 'c.grace_days',
  laterTerms,
  active: 'c.active',
  policies,
  lastMonth,
  profiles,
} as const

/** The list of carriers by name. */
export const carrierList: ListDeclaration = {
  name: 'carriers',
  table: 'carriers c',
  key: 'c.id',
  versioned: true,
  joins: '',
  filters: {
    name: anyName,
    state: sellsIn,
    status: { ...equalsText(`case when c.active then 'active' else 'inactive' end`) },
  },
  sorts: {
    name: ['lower(c.name)'],
    disputeDays: ['c.dispute_days'],
    policies: [policies],
    lastMonth: [lastMonth],
    newest: [],
  },
  defaultSort: { sort: 'name', order: 'asc' },
  columns: carrierColumns,
}

const joined = (list: string) => `(select string_agg(word, ', ') from jsonb_array_elements_text(${list}) word)`

export const carrierExport = listExport(carrierList, {
  title: 'Carriers',
  filters: {
    name: 'Name',
    state: 'State',
    status: wordLabel('Status', { active: 'Active', inactive: 'Inactive' }),
  },
  columns: [
    { label: 'Carrier', kind: 'text', width: 24, column: 'name' },
    { label: 'Code', kind: 'text', width: 8, column: 'code' },
    { label: 'Names in files', kind: 'text', width: 24, expression: joined(aliases) },
    {
      label: 'HIOS issuer ids',
      kind: 'text',
      width: 24,
      expression: `(select string_agg(i.issuer_id || ' ' || i.state, ', ' order by i.state, i.issuer_id)
        from carrier_issuer_ids i where i.carrier_id = c.id)`,
    },
    { label: 'Phone', kind: 'text', width: 12, column: 'phone' },
    { label: 'Broker portal', kind: 'text', width: 24, column: 'portalUrl' },
    { label: 'Dispute days', kind: 'integer', width: 8, column: 'disputeDays' },
    { label: 'Policies', kind: 'integer', width: 9, column: 'policies' },
    { label: 'Status', kind: 'text', width: 9, expression: `case when c.active then 'Active' else 'Inactive' end` },
  ],
})
