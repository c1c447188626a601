import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import {
  type AgentStatement,
  AgentStatementFilters,
  agentStatements,
  statements,
} from '@coverdesk/domain/commissions/statement-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconListDetails } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useHasAccess, useSeesOnlyOwn, useSeesPay } from '../access/current-user.ts'
import { withoutAgentFilter } from '../access/own-records.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import { LinesOfStatements } from '../statement-checks/lines-read.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import type { Filter, FilterValues } from '../ui/filters/filter.ts'
import { LinesDialog, type LinesQuestion } from './lines/lines-dialog.tsx'
import { listSum } from './list-sum.tsx'
import { statementColumns, statementName, statementPhoneRow } from './statement-columns.tsx'

const searchStatementAgents = searchAgents('Statement')

/** commissions/statement: totals by agent, carrier and month (STMT-01 to STMT-07). */
export function StatementPage() {
  const list = useList(agentStatements.list, {
    screen: 'statements',
    address: AgentStatementFilters,
    sorting: { sort: 'month', order: 'desc' },
    rowKey: ({ agentId, carrierId, year, month }) => `${agentId} ${carrierId} ${year} ${month}`,
  })
  const carriers = useCarrierChoices()
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter<keyof AgentStatementFilters>[] => [
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: searchStatementAgents,
        nameOf: (id) => rows?.find(({ agentId }) => String(agentId) === id)?.agentName,
      },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'month', label: 'Month', kind: 'month' },
      { name: 'monthFrom', label: 'From month', kind: 'month', rare: true },
      { name: 'monthTo', label: 'To month', kind: 'month', rare: true },
    ],
    [carriers, rows],
  )
  const navigate = useNavigate()
  const runs = useHasAccess(actionRules.runStatements)
  const manage = { label: 'Manage', icon: IconListDetails, onClick: () => void navigate({ to: paths.statementLines }) }
  const ownOnly = useSeesOnlyOwn('Statement')
  const seesPay = useSeesPay()
  const columns = useMemo(() => statementColumns({ ownOnly, seesPay }), [ownOnly, seesPay])
  const phoneRow = useMemo(() => statementPhoneRow({ ownOnly, seesPay }), [ownOnly, seesPay])
  const phone = usePhone()
  const readLines = runs && !list.values.agentId ? <ReadLines values={list.values} /> : null
  const [lines, setLines] = useState<LinesQuestion>()
  const [opened, setOpened] = useState(false)
  const seesLines = useHasAccess(statements.lines.allow)
  const open = useCallback((row: AgentStatement) => {
    const { agentId, carrierId, month, year } = row
    setLines({ title: statementName(row), agentId, carrierId, month: monthText(month, year) })
    setOpened(true)
  }, [])
  return (
    <ListScreen
      list={list}
      title="Statement"
      label="Statements"
      columns={columns}
      rowName={statementName}
      phone={phoneRow}
      sizes={operationsPageSizes}
      filters={withoutAgentFilter(filters, ownOnly)}
      note={
        <>
          {listSum(list.page?.totalAmount, seesPay && ownOnly ? 'for you' : 'in total', list.page?.notRated)}
          {runs ? <NoAgent amount={list.page?.noAgent} values={list.values} /> : null}
          {phone && readLines ? <>. {readLines}</> : null}
        </>
      }
      aside={readLines}
      onOpen={seesLines ? open : undefined}
      buttons={runs ? [manage] : []}
      notExported="An error occurred while try to export the agent commission statemenets."
      noMatches="No statements match these filters."
      noData={{
        title: 'No Agent Commission Statement Found.',
        why: runs ? 'Statements come from the files that carriers send.' : 'No commissions have been paid to you yet.',
        ...(runs ? { action: manage } : {}),
      }}
    >
      <LinesDialog question={lines} opened={opened} onClose={() => setOpened(false)} />
    </ListScreen>
  )
}

/** What became of the lines of the carriers' statements. */
function ReadLines({ values: { carrierId, month, monthFrom, monthTo } }: { values: FilterValues }) {
  return <LinesOfStatements of={{ carrierId, monthFrom: month || monthFrom, monthTo: month || monthTo }} />
}

/** What Manage has beyond the total of the statements: a link to the lines without an agent, by the same filters. It has no range of months. */
function NoAgent({
  amount,
  values: { carrierId, month, monthFrom, monthTo },
}: {
  amount: string | null | undefined
  values: FilterValues
}) {
  if (!amount || amount === '0.00') return null
  const words = `${showMoney(amount)} without an agent`
  if (monthFrom || monthTo) return <>. {words}</>
  const to = withQuery(paths.statementLines, { agentId: 0, carrierId: carrierId ?? null, month: month ?? null })
  return (
    <>
      . <Link to={to}>{words}</Link>
    </>
  )
}
