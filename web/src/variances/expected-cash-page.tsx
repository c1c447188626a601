import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  ExpectedCashQuery,
  type ExpectedCashRow,
  expectedCashRows,
  type expectedCashSorts,
} from '@coverdesk/domain/variances/expected-cash-contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { listSum } from '../commissions/list-sum.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { monthColumn } from '../lists/month-column.ts'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths } from '../platform/address/paths.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { BackButton } from '../ui/page/back-button.tsx'

const searchStatementAgents = searchAgents('Statement')

const columns: readonly ListColumn<ExpectedCashRow, (typeof expectedCashSorts)[number]>[] = [
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 130, pinned: true },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 160, grow: 1 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 140, grow: 1 },
  { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 150, grow: 1 },
  monthColumn((row) => showMonth(row.statement), { id: 'statement', header: 'Statement' }),
  { id: 'amount', header: 'Expected', cell: (row) => row.amount, kind: 'money', width: 96 },
]

const phoneRow: PhoneRow<ExpectedCashRow> = {
  title: (row) => row.insuredName,
  subtitle: (row) => [row.policyNumber, row.carrier, showMonth(row.statement)].join(', '),
  figure: (row) => showMoney(row.amount),
}

/** /portal/commissions/expected-cash: what statements that did not come yet should bring, by policy. */
export function ExpectedCashPage() {
  const list = useList(expectedCashRows.list, {
    screen: 'expected-cash',
    address: ExpectedCashQuery,
    sorting: { sort: 'policy', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const carriers = useCarrierChoices()
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter[] => [
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: searchStatementAgents,
        nameOf: (id: string) => rows?.find(({ agentId }) => String(agentId) === id)?.agent ?? undefined,
      },
      { name: 'statementFrom', label: 'From statement', kind: 'month' },
      { name: 'statementTo', label: 'To statement', kind: 'month' },
    ],
    [carriers, rows],
  )
  const navigate = useNavigate()
  const open = useCallback(({ policyId }: ExpectedCashRow) => void navigate({ to: paths.policy(policyId) }), [navigate])
  return (
    <ListScreen
      list={list}
      title="Expected Cash"
      columns={columns}
      rowName={(row) => `${row.policyNumber}, ${showMonth(row.statement)}`}
      phone={phoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      tools={<BackButton to={paths.dashboard} />}
      selects="one"
      onOpen={open}
      note={listSum(list.page?.totalAmount, 'to come by what carriers say today')}
      noMatches="No statements should bring anything under these filters."
      noData={{ why: 'Nothing is expected: no carrier with a schedule has policies in force.' }}
    />
  )
}
