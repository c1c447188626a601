import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { policyStatuses } from '@coverdesk/domain/policies/policy-contract.ts'
import type { ListExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  contains,
  equalsNumber,
  equalsText,
  onOrAfter,
  onOrBefore,
  plainStartsWith,
  startsWith,
} from '../platform/lists/list-filters.ts'

/** The policy list. Its parameter is the year of the twelve commission columns. */
export const policyList: ListDeclaration = {
  name: 'policies',
  table: 'policies p',
  key: 'p.id',
  visibleTo: 'p.agent_id',
  agentSort: 'insured',
  versioned: true,
  cachePages: true,
  parameterType: 'smallint',
  joins: `
    join carriers c on c.id = p.carrier_id
    left join agents a on a.id = p.agent_id
    left join commission_years y on y.policy_id = p.id and y.year = $1`,
  filters: {
    policyNumber: { ...startsWith('p.policy_number'), rangeSort: 'policyNumber' },
    // Three letters match anywhere in the name; fewer match the start of the last name.
    name: contains('p.search_name', { ...plainStartsWith('p.sort_name'), rangeSort: 'insured' }),
    zipCode: startsWith('p.zip_code'),
    fromDob: onOrAfter('p.dob'),
    city: startsWith('p.city'),
    county: startsWith('p.county'),
    state: equalsText('p.state'),
    carrier: equalsNumber('p.carrier_id'),
    status: equalsText('p.status'),
    agentId: equalsNumber('p.agent_id'),
    effectiveFrom: { ...onOrAfter('p.effective_date'), rangeSort: 'effectiveDate' },
    effectiveTo: { ...onOrBefore('p.effective_date'), rangeSort: 'effectiveDate' },
    cancelled: { types: [], condition: () => `p.status <> 'Cancelled'`, valuesOf: () => [] },
  },
  sorts: {
    insured: ['p.sort_name'],
    policyNumber: ['plain_text(p.policy_number) collate "C"', 'p.policy_number'],
    effectiveDate: ['p.effective_date'],
  },
  defaultSort: { sort: 'insured', order: 'asc' },
  columns: {
    id: 'p.id',
    policyNumber: 'p.policy_number',
    firstName: 'p.first_name',
    lastName: 'p.last_name',
    address: 'p.address',
    city: 'p.city',
    county: 'p.county',
    state: 'p.state',
    zipCode: 'p.zip_code',
    email: 'p.email',
    phone: 'p.phone',
    planName: 'p.plan_name',
    numberOfMembers: 'p.number_of_members',
    carrierId: 'p.carrier_id',
    carrierName: 'c.name',
    policyId: 'p.policy_id',
    status: 'p.status',
    agentName: 'a.name',
    effectiveDate: 'p.effective_date',
    months: `coalesce(y.shown, '${JSON.stringify(Array(12).fill(null))}'::json)`,
  },
}

/** Columns of an export: those of the list, the contact columns, and the months of the year. */
export const policyExportColumns: ListExport['columns'] = [
  { label: 'Policy number', kind: 'text', width: 14, expression: 'p.policy_number' },
  { label: 'First name', kind: 'text', width: 14, expression: 'p.first_name' },
  { label: 'Last name', kind: 'text', width: 16, expression: 'p.last_name' },
  { label: 'Plan', kind: 'text', width: 30, expression: 'p.plan_name' },
  { label: 'Carrier', kind: 'text', width: 18, expression: 'c.name' },
  { label: 'Members', kind: 'integer', width: 8, expression: 'p.number_of_members' },
  {
    label: 'Status',
    kind: 'text',
    width: Math.max(...policyStatuses.map((status) => status.length)),
    expression: 'p.status',
  },
  { label: 'Agent', kind: 'text', width: 18, expression: 'a.name' },
  { label: 'Effective', kind: 'date', width: 10, expression: 'p.effective_date' },
  ...monthNames.map((label, index) => ({
    label,
    kind: 'money' as const,
    width: 8,
    expression: `y.months[${index + 1}]`,
  })),
]

/** Contact columns, for spreadsheets only; a PDF page has no room for them. */
export const policyContactColumns: ListExport['columns'] = [
  { label: 'Address', kind: 'text', width: 28, expression: 'p.address' },
  { label: 'City', kind: 'text', width: 16, expression: 'p.city' },
  { label: 'State', kind: 'text', width: 6, expression: 'p.state' },
  { label: 'ZIP code', kind: 'text', width: 9, expression: 'p.zip_code' },
  { label: 'Email', kind: 'text', width: 28, expression: 'p.email' },
  { label: 'Phone', kind: 'text', width: 12, expression: 'p.phone' },
]
