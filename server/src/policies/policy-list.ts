import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PolicyRow, policyStatuses } from '@coverdesk/domain/policies/policy-contract.ts'
import { dayLabel, nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import {
  beginsNumber,
  equalsNumber,
  equalsText,
  onOrAfter,
  onOrBefore,
  plainStartsWith,
  startsWith,
} from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** Twelve months without data. */
const noMonths = `'${JSON.stringify(Array(12).fill(null))}'::json`

/** The policy list. Its parameter is the year of the twelve commission columns. */
export const policyList: ListDeclaration = {
  name: 'policies',
  table: 'policies p',
  key: 'p.id',
  visibleTo: 'p.agent_id',
  agentSort: 'insured',
  versioned: true,
  parameterType: 'smallint',
  joins: `
    join carriers c on c.id = p.carrier_id
    left join agents a on a.id = p.agent_id
    left join commission_years y on y.policy_id = p.id and y.year = $1`,
  filters: {
    policyNumber: beginsNumber('p.policy_number', 'policyNumber'),
    // Three letters match anywhere in the name; fewer match the start of the last name.
    name: containsName('p.search_name', { ...plainStartsWith('p.sort_name'), rangeSort: 'insured' }),
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
    agentId: 'p.agent_id',
    agentName: 'a.name',
    effectiveDate: 'p.effective_date',
    months: `coalesce(y.shown, ${noMonths})`,
    notRated: `'[]'::json`,
  } satisfies Record<keyof PolicyRow, string>,
}

/**
 * The list with the pay of each policy's agent in place of the commissions (decision 141). Its parameter is the year, followed
 * by the agents whose pay the user sees.
 */
export const payPolicyList: ListDeclaration = {
  ...policyList,
  name: 'pay-policies',
  versioned: 'policies',
  parameterType: 'bigint[]',
  joins: `
    join carriers c on c.id = p.carrier_id
    left join agents a on a.id = p.agent_id
    left join commission_tracks k on k.carrier_id = p.carrier_id and k.policy_number = p.policy_number
      and k.year = ($1::bigint[])[1] and k.agent_id = p.agent_id and p.agent_id = any(($1::bigint[])[2:]) and not k.expected_only`,
  columns: {
    ...policyList.columns,
    months: `coalesce(to_json(k.pay_months::text[]), ${noMonths})`,
    notRated: `coalesce(to_json(k.unrated_months), '[]'::json)`,
  },
}

const statusWidth = Math.max(...policyStatuses.map((status) => status.length))

/** Files of policies, with the months of the year of the parameter (POLICY-12, POLICY-13). */
const filesOf = (list: ListDeclaration, { title, months }: { title: string; months: string }) =>
  listExport(list, {
    title,
    filters: {
      policyNumber: 'Policy number',
      name: 'Name',
      zipCode: 'ZIP code',
      fromDob: dayLabel('Born on or after'),
      effectiveFrom: dayLabel('Effective from'),
      effectiveTo: dayLabel('Effective to'),
      cancelled: { label: 'Cancelled', read: () => 'Left out' },
      city: 'City',
      county: 'County',
      state: 'State',
      carrier: nameLabel('Carrier', 'carriers'),
      status: 'Status',
      agentId: nameLabel('Agent', 'agents'),
    },
    columns: [
      { label: 'Policy number', kind: 'text', width: 14, column: 'policyNumber' },
      { label: 'First name', kind: 'text', width: 14, column: 'firstName' },
      { label: 'Last name', kind: 'text', width: 16, column: 'lastName' },
      { label: 'Plan', kind: 'text', width: 30, column: 'planName' },
      { label: 'Carrier', kind: 'text', width: 18, column: 'carrierName' },
      { label: 'Members', kind: 'integer', width: 8, column: 'numberOfMembers' },
      { label: 'Status', kind: 'text', width: statusWidth, column: 'status' },
      { label: 'Agent', kind: 'text', width: 18, column: 'agentName' },
      { label: 'Effective', kind: 'date', width: 10, column: 'effectiveDate' },
      { label: 'Address', kind: 'text', width: 28, column: 'address', sheetOnly: true },
      { label: 'City', kind: 'text', width: 16, column: 'city', sheetOnly: true },
      { label: 'State', kind: 'text', width: 6, column: 'state', sheetOnly: true },
      { label: 'ZIP code', kind: 'text', width: 9, column: 'zipCode', sheetOnly: true },
      { label: 'Email', kind: 'text', width: 28, column: 'email', sheetOnly: true },
      { label: 'Phone', kind: 'text', width: 12, column: 'phone', sheetOnly: true },
      ...monthNames.map((label, index) => ({
        label,
        kind: 'money' as const,
        width: 8,
        expression: `${months}[${index + 1}]`,
      })),
    ],
  })

export const policyExport = filesOf(policyList, { title: 'Policies, commissions', months: 'y.months' })
export const payPolicyExport = filesOf(payPolicyList, { title: 'Policies, pay', months: 'k.pay_months' })
