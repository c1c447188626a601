import type { ExpectedCashRow, expectedCashRows } from '@coverdesk/domain/variances/expected-cash-contract.ts'
import { nameLabel } from '../platform/exports/filter-label.ts'
import { exportList, listExport } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsNumberOrNone, sinceMonth, untilMonth } from '../platform/lists/list-filters.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { sumList } from '../platform/lists/list-sums.ts'

/** What statements that did not come yet should bring by policy and statement, in the order of the stored rows. */
const expectedCashList: ListDeclaration = {
  name: 'expected_cash',
  table: 'expected_cash_rows k',
  key: 'k.id',
  visibleTo: 'k.agent_id',
  always: 'k.amount is not null',
  versioned: true,
  subject: 'policyId',
  joins: `
    join policies p on p.id = k.policy_id
    join carriers c on c.id = k.carrier_id
    left join agents a on a.id = k.agent_id`,
  filters: {
    carrierId: equalsNumber('k.carrier_id'),
    agentId: equalsNumberOrNone('k.agent_id'),
    statementFrom: sinceMonth('k.statement'),
    statementTo: untilMonth('k.statement'),
  },
  sorts: { policy: ['k.run_id'] },
  defaultSort: { sort: 'policy', order: 'asc' },
  columns: {
    id: 'k.id',
    policyId: 'k.policy_id',
    policyNumber: 'p.policy_number',
    insuredName: `concat_ws(' ', p.first_name, p.last_name)`,
    carrierId: 'k.carrier_id',
    carrier: 'c.name',
    agentId: 'k.agent_id',
    agent: 'a.name',
    statement: 'k.statement::text',
    amount: 'k.amount::text',
  } satisfies Record<keyof ExpectedCashRow, string>,
}

const expectedCashExport = listExport(expectedCashList, {
  title: 'Expected cash',
  filters: {
    carrierId: nameLabel('Carrier', 'carriers'),
    agentId: nameLabel('Agent', 'agents', 'Other agency'),
    statementFrom: 'From statement',
    statementTo: 'To statement',
  },
  columns: [
    { label: 'Policy number', kind: 'text', width: 16, column: 'policyNumber' },
    { label: 'Insured', kind: 'text', width: 26, column: 'insuredName' },
    { label: 'Carrier', kind: 'text', width: 20, column: 'carrier' },
    { label: 'Agent', kind: 'text', width: 22, column: 'agent' },
    { label: 'Statement', kind: 'text', width: 10, expression: `to_char(k.statement, 'MM/YYYY')` },
    { label: 'Expected', kind: 'money', width: 12, expression: 'k.amount' },
  ],
})

/** A page with the sum of all filtered rows, or all of them as a file. */
export const listExpectedCash: Handler<typeof expectedCashRows.list> = async (call, query) => {
  const visibility = call.user.visibility('Statement')
  if (call.format) return await exportList(call, call.format, expectedCashExport, query, visibility)
  const found = await listPage(call.db, expectedCashList, query, visibility)
  const totalAmount = 'coalesce(sum(k.amount), 0)::numeric(18, 2)::text'
  return found.with(await sumList(call.db, expectedCashList, { totalAmount }, query, visibility))
}
