import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import type { UnpaidQuery, UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { leavingWords, type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { instantOf } from '../platform/db/instant.ts'
import { lookupLabel, nameLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { type ListExport, listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { beginsNumber, equalsNumber, inYear, plainStartsWith } from '../platform/lists/list-filters.ts'
import { containsName } from '../platform/lists/name-filters.ts'

/** Table of a variant; both have the same columns (decision 047). */
export const tableOf = { unpaid: 'unpaid_policies', lost: 'lost_policies' } as const satisfies Record<
  UnpaidVariant,
  string
>

/** An agent of record outside the agency is identified by NPN only. */
const aor = `coalesce(ar.name, 'NPN ' || p.agent_npn)`

/** Rows of a variant: open, resolved, or all months of one policy. */
const which = {
  open: { name: '', always: 'n.stands' },
  resolved: { name: '_left', always: 'not n.stands' },
  ofPolicy: { name: '_of_policy', always: 'true' },
} as const
type Which = keyof typeof which

/** Agent who is paid for the policy: the one who had it when it was lost, else the agent of record. */
const earner = 'coalesce(n.from_agent_id, n.aor_id)'

/** Where the money of a row is: what the agency received, or the pay of agents. */
const money = {
  agency: { name: '', column: 'n.at_stake', shown: 'n.at_stake', notRated: 'false', join: '' },
  // The parameter: agents whose pay the user sees.
  pay: {
    name: '_pay',
    column: 'n.pay_at_stake',
    shown: 'm.amount',
    notRated: 'm.amount is null and m.earner is not null',
    join: `
      left join lateral (select n.pay_at_stake as amount, ${earner} as earner where ${earner} = any($1::bigint[])) m on true`,
  },
} as const
type Money = keyof typeof money

/** The list of a variant. Visible to the assigned agent and to the agent of record. */
function listOf(variant: UnpaidVariant, rows: Which, of: Money): ListDeclaration {
  const { column, shown, notRated, join } = money[of]
  const indexedSort = rows === 'open' ? 'month' : 'leftDate'
  return {
    name: `${tableOf[variant]}${which[rows].name}${money[of].name}`,
    table: `${tableOf[variant]} n`,
    key: 'n.id',
    visibleTo: ['n.agent_id', 'n.aor_id'],
    always: which[rows].always,
    versioned: tableOf[variant],
    ...(of === 'pay' ? { parameterType: 'bigint[]' } : {}),
    joins: `
      join policies p on p.id = n.policy_id
      join carriers c on c.id = n.carrier_id
      left join agents a on a.id = n.agent_id
      left join agents ar on ar.id = n.aor_id
      left join lookup_values s on s.list = 'status.${variantOf[variant].statuses}' and s.id = n.status_id${join}`,
    filters: {
      // Three letters match anywhere in the name; fewer match the start of the last name.
      insuredName: containsName('n.search_name', { ...plainStartsWith('n.sort_name'), rangeSort: 'insured' }),
      policyNumber: beginsNumber('n.policy_number', 'policyNumber'),
      agentId: { ...equalsNumber('n.agent_id'), indexedSort },
      aorId: { ...equalsNumber('n.aor_id'), indexedSort },
      policyId: equalsNumber('n.policy_id'),
      carrierId: equalsNumber('n.carrier_id'),
      statusId: equalsNumber('n.status_id'),
      done: {
        types: [],
        condition: () => `n.status_id not in (${variantOf[variant].doneStatuses.join()})`,
        valuesOf: () => [],
      },
      // For sums of pay: as an array literal.
      earners: {
        types: ['bigint[]'],
        condition: (agents) => `${earner} = any(${agents})`,
        valuesOf: (agents) => [agents],
      },
      month: equalsNumber('n.month_number'),
      year: { ...inYear('n.month'), rangeSort: 'month' },
    },
    sorts: {
      month: ['n.month', column],
      atStake: [column],
      insured: ['n.sort_name'],
      policyNumber: ['plain_text(n.policy_number) collate "C"'],
      // Open rows have no resolution date; sort by month.
      leftDate: rows === 'open' ? ['n.month', column] : ['n.left_at'],
    },
    defaultSort: { sort: indexedSort, order: 'desc' },
    columns: {
      id: 'n.id',
      version: 'n.version',
      policyId: 'n.policy_id',
      agentId: 'nullif(n.agent_id, 0)',
      agent: 'a.name',
      carrierId: 'n.carrier_id',
      carrier: 'c.name',
      aorId: 'n.aor_id',
      aor,
      insuredName: 'n.insured_name',
      policyNumber: 'n.policy_number',
      statusId: 'n.status_id',
      status: 's.name',
      numberOfMembers: 'n.number_of_members',
      month: 'n.month_number',
      year: 'n.year',
      why: 'coalesce(n.why, n.stood_for)',
      paidThroughDate: 'p.paid_through_date::text',
      atStake: `${shown}::text`,
      notRated,
      leftDate: instantOf('n.left_at'),
      leftWhy: 'n.left_why',
    } satisfies Record<keyof UnpaidRow, string>,
  }
}

const listsOf = (variant: UnpaidVariant, of: Money) => ({
  open: listOf(variant, 'open', of),
  resolved: listOf(variant, 'resolved', of),
  ofPolicy: listOf(variant, 'ofPolicy', of),
})
const lists = {
  unpaid: { agency: listsOf('unpaid', 'agency'), pay: listsOf('unpaid', 'pay') },
  lost: { agency: listsOf('lost', 'agency'), pay: listsOf('lost', 'pay') },
} as const

/**
 * The list for a query: open rows unless it says otherwise. With `payAgents` it shows the pay of these agents in place of the
 * amounts (decision 141), and its parameter is `agentsParameter`.
 */
export function unpaidList(
  variant: UnpaidVariant,
  { state, policyId }: Pick<UnpaidQuery, 'state' | 'policyId'> = {},
  payAgents: readonly number[] | null = null,
): ListDeclaration {
  return lists[variant][payAgents ? 'pay' : 'agency'][
    policyId !== undefined && state === undefined ? 'ofPolicy' : (state ?? 'open')
  ]
}

/** Array literal of the agents; null without. */
export const agentsParameter = (payAgents: readonly number[] | null): string | null =>
  payAgents && `{${payAgents.join()}}`

/** Sum of what is at stake, of the rows that `earnersOf` leaves. */
export const sumAtStake = (payAgents: readonly number[] | null): string =>
  `coalesce(sum(${money[payAgents ? 'pay' : 'agency'].column}), 0)::numeric(16, 2)::text`

/** Filter for sums of pay: only of the agents whose pay the user sees. */
export const earnersOf = (payAgents: readonly number[] | null): { earners?: string } =>
  payAgents ? { earners: `{${payAgents.join()}}` } : {}

/** Text for the reason that a policy is in a list. */
const whyInWords = `case coalesce(n.why, n.stood_for)
  when 'premium' then 'Premium not paid' when 'commission' then 'No commission' when 'both' then 'Premium not paid, no commission'
  when 'missing' then 'Missing from the file' when 'ended' then 'Ended' when 'agent' then 'Other agent of record' end`

/** Text for the reason that it was resolved. */
const leftInWords = inWords('n.left_why', leavingWords)

const resolvedColumns = [
  {
    label: 'Left',
    kind: 'date',
    width: 12,
    expression: `(n.left_at at time zone 'America/New_York')::date`,
  },
  { label: 'Why it left', kind: 'text', width: 22, expression: leftInWords },
] as const

const titles = { unpaid: 'Unpaid policies', lost: 'Lost policies' } as const satisfies Record<UnpaidVariant, string>

/** Files of a variant; those of resolved policies add date and reason. */
export function unpaidExport(
  variant: UnpaidVariant,
  query: Pick<UnpaidQuery, 'state' | 'policyId'>,
  payAgents: readonly number[] | null,
): ListExport {
  const isResolved = query.state === 'resolved'
  return listExport(unpaidList(variant, query, payAgents), {
    title: isResolved ? `${titles[variant]}, resolved` : titles[variant],
    filters: {
      insuredName: 'Insured',
      policyNumber: 'Policy number',
      policyId: 'Policy id',
      agentId: nameLabel('Agent', 'agents', 'Unassigned'),
      aorId: nameLabel('AOR', 'agents'),
      carrierId: nameLabel('Carrier', 'carriers'),
      statusId: lookupLabel('Status', `status.${variantOf[variant].statuses}`),
      done: { label: 'Done', read: () => 'Left out' },
      month: { label: 'Month', read: (month) => longMonthNames[Number(month) - 1] },
      year: 'Year',
    },
    columns: [
      { label: 'Policy number', kind: 'text', width: 14, column: 'policyNumber' },
      { label: 'Insured', kind: 'text', width: 24, column: 'insuredName' },
      { label: 'Status', kind: 'text', width: 18, column: 'status' },
      { label: 'Carrier', kind: 'text', width: 18, column: 'carrier' },
      { label: 'Members', kind: 'integer', width: 8, column: 'numberOfMembers' },
      { label: 'Month', kind: 'text', width: 8, expression: `to_char(n.month, 'MM/YYYY')` },
      { label: 'Why', kind: 'text', width: 20, expression: whyInWords },
      { label: 'Agent', kind: 'text', width: 20, expression: `coalesce(a.name, 'Unassigned')` },
      { label: 'AOR', kind: 'text', width: 20, column: 'aor' },
      { label: 'Paid through', kind: 'date', width: 12, expression: 'p.paid_through_date' },
      { label: 'At stake', kind: 'money', width: 10, expression: money[payAgents ? 'pay' : 'agency'].shown },
      ...(isResolved ? resolvedColumns : []),
    ],
  })
}
