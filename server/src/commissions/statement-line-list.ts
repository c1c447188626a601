import type {
  StatementLine,
  StatementLineFilters,
  StatementTotals,
} from '@coverdesk/domain/commissions/statement-contract.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import {
  beginsNumber,
  equalsNumber,
  equalsNumberOrNone,
  inMonth,
  inYear,
  type ListFilter,
  plainStartsWith,
} from '../platform/lists/list-filters.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { containsName } from '../platform/lists/name-filters.ts'
import { agentStatementList, payStatementList } from './agent-statement-list.ts'

/** Lines whose policy matches, found by the policy's index, and lines without a policy that match themselves. */
function byPolicy(policy: ListFilter, own: ListFilter): ListFilter {
  const either = (ofPolicy: string, ofLine: string) => `l.id in (
    select m.id from policies p join commission_lines m on m.policy_id = p.id where ${ofPolicy}
    union all select m.id from commission_lines m where m.policy_id is null and ${ofLine})`
  const { genericCondition, short } = policy
  const ofBoth =
    (ofPolicy: ListFilter['condition'], ofLine: ListFilter['condition']) =>
    (...values: string[]) =>
      either(ofPolicy(...values.slice(0, policy.types.length)), ofLine(...values.slice(policy.types.length)))
  return {
    types: [...policy.types, ...own.types],
    valuesOf: (typed) => [...policy.valuesOf(typed), ...own.valuesOf(typed)],
    condition: ofBoth(policy.condition, own.condition),
    ...(genericCondition && own.genericCondition
      ? { genericCondition: ofBoth(genericCondition, own.genericCondition) }
      : {}),
    ...(short && own.short ? { short: { when: short.when, filter: byPolicy(short.filter, own.short.filter) } } : {}),
  }
}

/** Statement lines, newest month first. Lines without an agent are visible to users who can see all lines. */
export const statementLineList: ListDeclaration = {
  name: 'commission_lines',
  table: 'commission_lines l',
  key: 'l.id',
  visibleTo: 'l.agent_id',
  agentSort: 'month',
  versioned: true,
  joins: `
    join carriers c on c.id = l.carrier_id
    left join agents a on a.id = l.agent_id
    left join policies p on p.id = l.policy_id
    left join import_batches b on b.id = l.last_batch_id`,
  filters: {
    agentId: { ...equalsNumberOrNone('l.agent_id'), indexedSort: 'month' },
    carrierId: equalsNumber('l.carrier_id'),
    policyId: equalsNumber('l.policy_id'),
    policyNumber: beginsNumber('l.policy_number'),
    // As in the list of policies: three letters match anywhere in the name, fewer match the start of the last name.
    insured: byPolicy(
      containsName('p.search_name', plainStartsWith('p.sort_name')),
      containsName('plain_text(m.insured_name)', plainStartsWith('plain_text(m.insured_name) collate "C"'), 'written'),
    ),
    month: { ...inMonth('l.month'), rangeSort: 'month' },
    year: { ...inYear('l.month'), rangeSort: 'month' },
  },
  sorts: { month: ['l.month'] },
  defaultSort: { sort: 'month', order: 'desc' },
  columns: {
    id: 'l.id',
    agentId: 'l.agent_id',
    agentName: 'a.name',
    carrierId: 'l.carrier_id',
    carrierName: 'c.name',
    policyNumber: 'l.policy_number',
    policyId: 'l.policy_id',
    insuredName: `coalesce(p.first_name || ' ' || p.last_name, l.insured_name)`,
    commissionMonth: 'extract(month from l.month)::int',
    commissionYear: 'extract(year from l.month)::int',
    commissionAmount: 'l.amount::text',
    members: 'l.members',
    kind: 'l.kind',
    matchedBy: 'l.matched_by',
    confidence: 'l.confidence',
    fileName: 'b.file_name',
    line: 'l.last_line',
    batchId: 'l.last_batch_id',
  } satisfies Record<keyof StatementLine, string>,
}

/** Lines with what the agency pays their agents, in place of the amounts. */
export const payLineList: ListDeclaration = {
  ...statementLineList,
  name: 'pay-lines',
  versioned: 'commission_lines',
  columns: { ...statementLineList.columns, commissionAmount: 'l.pay::text' },
}

/** Files of the lines: what an auditor needs to follow each match. */
const filesOf = (list: ListDeclaration, amount: { label: string; expression: string }) =>
  listExport(list, {
    title: 'Commission statement lines',
    filters: {
      agentId: nameLabel('Agent', 'agents', 'Unassigned'),
      carrierId: nameLabel('Carrier', 'carriers'),
      policyId: 'Policy',
      policyNumber: 'Policy number',
      insured: 'Insured',
      month: 'Month',
      year: 'Year',
    },
    columns: [
      { label: 'Line', kind: 'integer', width: 10, expression: 'l.id' },
      { label: 'Carrier', kind: 'text', width: 18, column: 'carrierName' },
      { label: 'Statement', kind: 'text', width: 9, expression: `to_char(l.month, 'MM/YYYY')` },
      { label: 'Policy month', kind: 'text', width: 9, expression: `to_char(l.policy_month, 'MM/YYYY')` },
      {
        label: 'Number in the file',
        kind: 'text',
        width: 16,
        expression: 'coalesce(l.stated_number, l.policy_number)',
      },
      { label: 'Insured', kind: 'text', width: 22, column: 'insuredName' },
      { label: 'Kind', kind: 'text', width: 10, column: 'kind' },
      { label: 'Members', kind: 'integer', width: 8, column: 'members' },
      { kind: 'money', width: 12, ...amount },
      { label: 'Policy', kind: 'text', width: 16, expression: 'p.policy_number' },
      { label: 'Matched by', kind: 'text', width: 12, column: 'matchedBy' },
      { label: 'Confidence', kind: 'integer', width: 10, column: 'confidence' },
      { label: 'Agent', kind: 'text', width: 20, column: 'agentName' },
      { label: 'File', kind: 'text', width: 24, column: 'fileName' },
      { label: 'File line', kind: 'integer', width: 8, column: 'line' },
    ],
  })

export const statementLineExport = filesOf(statementLineList, { label: 'Amount', expression: 'l.amount' })
export const payLineExport = filesOf(payLineList, { label: 'Pay', expression: 'l.pay' })

/** Members and amount of all lines of a request; read from the monthly totals unless single policies are requested. */
export async function statementTotals(
  db: Db,
  list: ListDeclaration,
  request: StatementLineFilters,
  visibility: Visibility,
): Promise<StatementTotals> {
  const isPay = list === payLineList
  const single = [request.policyId, request.policyNumber, request.insured].some((value) => value !== undefined)
  const totals = await sumList(
    db,
    single ? list : { ...(isPay ? payStatementList : agentStatementList), always: 'true' },
    single ? sumsOf(isPay, 'l', `count(*) filter (where ${unratedLine})`) : sumsOf(isPay, 't', 'sum(t.unrated)'),
    request satisfies ListRequest,
    visibility,
  )
  const { pay, noAgent } = totals
  return {
    amountMembers: Number(totals.members),
    commissionAmount: totals.amount,
    notRated: isPay ? Number(totals.noRate) : 0,
    parts: isPay ? null : { pay, agency: totals.agency, noRate: Number(totals.noRate), noAgent },
  }
}

const unratedLine = 'l.agent_id is not null and l.pay is null'

function sumsOf(isPay: boolean, of: string, unrated: string) {
  const sum = (what: string, which = '') => `coalesce(sum(${what}) ${which}, 0)::numeric(18, 2)::text`
  return {
    members: `coalesce(sum(${of}.members), 0)::text`,
    amount: sum(`${of}.${isPay ? 'pay' : 'amount'}`),
    noRate: `coalesce(${unrated}, 0)::text`,
    pay: sum(`${of}.pay`),
    agency: sum(`${of}.amount - coalesce(${of}.pay, 0)`, `filter (where ${of}.agent_id is not null)`),
    noAgent: sum(`${of}.amount`, `filter (where ${of}.agent_id is null)`),
  }
}
