import { type AgentBalance, BalanceQuery, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { mayReadPayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { searchAgents } from '../../lookups/lookup-choices.ts'
import { paths, withQuery } from '../../platform/address/paths.ts'
import type { Filter } from '../../ui/filters/filter.ts'
import { runDialogAddress } from '../use-run-dialog.ts'
import { balanceColumns, balanceName, balancePhoneRow } from './balance-columns.tsx'

const searchPaidAgents = searchAgents('AgentPayment')

/** /portal/commissions/balances: what each closed pay run began with, added, paid and carried for each agent. */
export function BalancesPage() {
  const list = useList(payRuns.balances, {
    screen: 'balances',
    address: BalanceQuery,
    sorting: { sort: 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter<'agentId' | 'month'>[] => [
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: searchPaidAgents,
        nameOf: (id) => rows?.find(({ agentId }) => String(agentId) === id)?.agent,
      },
      { name: 'month', label: 'Month', kind: 'month' },
    ],
    [rows],
  )
  const openings = useOpenings()
  const columns = useMemo(() => balanceColumns(openings), [openings])
  return (
    <ListScreen
      list={list}
      title="Balances"
      columns={columns}
      rowName={balanceName}
      phone={balancePhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      selects="one"
      onOpen={openings.amount}
      noMatches="No balances match these filters."
      noData={{ why: 'No pay run is closed yet. Each closed run leaves a balance of every agent in it.' }}
    />
  )
}

/** What is behind each figure. Adjustments and advances are a list of their own, which needs another right. */
function useOpenings() {
  const navigate = useNavigate()
  const seesTerms = useHasAccess(mayReadPayTerms)
  return useMemo(() => {
    const to = (address: (row: AgentBalance) => string) => (row: AgentBalance) => void navigate({ to: address(row) })
    const terms = (tab: string | null) =>
      seesTerms ? to(({ agentId }) => withQuery(paths.adjustments, { tab, agentId })) : undefined
    return {
      ofAgent: to(({ agentId }) => withQuery(paths.balances, { agentId })),
      amount: to(({ runId, agentId }) => runDialogAddress(runId, { agent: agentId })),
      adjustments: terms(null),
      advances: terms('advances'),
    }
  }, [navigate, seesTerms])
}
