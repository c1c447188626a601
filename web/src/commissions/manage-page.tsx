import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { agentStatements, StatementLineFilters, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { AgentArea } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconArrowLeft, IconChecklist, IconSum, IconTrash, IconUpload, IconUserCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import type { BulkActionForm } from '../bulk/bulk-action-form.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { useBulk } from '../bulk/use-bulk.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths } from '../platform/address/paths.ts'
import { LinesOfStatements } from '../statement-checks/lines-read.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import type { Filter, FilterValues } from '../ui/filters/filter.ts'
import { StatementCheckDialog } from './check/statement-check-dialog.tsx'
import { DeleteStatementsDialog } from './delete-statements-dialog.tsx'
import { lineColumns, lineName, linePhoneRow, linePreference } from './lines/line-columns.tsx'
import { listSum } from './list-sum.tsx'
import { LoadStatementDialog } from './load-statement-dialog.tsx'
import { StatementSummary } from './statement-summary.tsx'
import { statementYears } from './statement-years.ts'

/** Filter for lines without an agent. */
const unassigned = { value: '0', label: 'Unassigned' }

const questions: readonly BulkActionForm[] = [
  {
    action: 'line.agent',
    title: 'Assign lines',
    label: 'Agent',
    source: { search: searchAgents('Statement') },
    none: 'Unassigned',
    verb: 'Assign',
  },
]

/** Debounce in milliseconds (STMT-15). */
const delay = 300

/** commissions/manage: statement lines; loads and deletes statements (STMT-08 to STMT-16). */
export function ManagePage() {
  const list = useList(statements.lines, {
    screen: 'statement-lines',
    initial: linePreference,
    address: StatementLineFilters,
    sorting: { sort: 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [dialog, setDialog] = useState<'load' | 'delete' | 'check'>()
  const [viewing, setViewing] = useState(false)
  const areas = useLineAreas()
  const carriers = useCarrierChoices()
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter<keyof StatementLineFilters>[] => [
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: async (typed) => [unassigned, ...(await searchAgents(...areas)(typed))],
        nameOf: (id) =>
          (id === unassigned.value ? unassigned.label : undefined) ??
          rows?.find(({ agentId }) => String(agentId) === id)?.agentName ??
          undefined,
      },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'policyNumber', label: 'Policy number', kind: 'text', delay },
      { name: 'insured', label: 'Insured', kind: 'text', delay },
      { name: 'month', label: 'Month', kind: 'month' },
      { name: 'year', label: 'Year', kind: 'select', choices: statementYears() },
    ],
    [areas, carriers, rows],
  )
  const navigate = useNavigate()
  const runs = useHasAccess(actionRules.runStatements)
  const bulk = useBulk(list)
  const phone = usePhone()
  const readLines = runs && isWholeStatements(list.values) ? <ReadLines values={list.values} /> : null
  const load = { label: 'Load', icon: IconUpload, onClick: () => setDialog('load') }
  return (
    <ListScreen
      list={list}
      title="Commission statements"
      label="Statements"
      columns={lineColumns}
      rowName={lineName}
      phone={linePhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      selects="many"
      actions={[{ label: 'Assign', icon: IconUserCheck, ofEverything: true, onClick: () => bulk.ask('line.agent') }]}
      note={
        <>
          {listSum(list.page?.commissionAmount, 'in total')}
          {phone && readLines ? <>. {readLines}</> : null}
        </>
      }
      aside={readLines}
      buttons={[
        bulk.recentButton,
        { label: 'Go Back', short: '', icon: IconArrowLeft, onClick: () => void navigate({ to: paths.statements }) },
        { label: viewing ? 'Hide' : 'View', short: '', icon: IconSum, onClick: () => setViewing(!viewing) },
        { label: 'Check', short: '', icon: IconChecklist, onClick: () => setDialog('check') },
        { label: 'Delete', short: '', icon: IconTrash, danger: true, onClick: () => setDialog('delete') },
        { ...load, primary: true, keys: 'l', description: 'Load a statement' },
      ]}
      above={viewing && list.page ? <StatementSummary records={list.page.totalRecords} totals={list.page} /> : null}
      noMatches="No statement lines match these filters."
      noData={{ why: 'No statements have been loaded yet.', action: load }}
    >
      <BulkDialogs
        kind="line"
        {...bulk.dialogs}
        questions={questions}
        refreshes={[statements.lines, agentStatements.list]}
      />
      <LoadStatementDialog opened={dialog === 'load'} onClose={() => setDialog(undefined)} />
      <StatementCheckDialog opened={dialog === 'check'} onClose={() => setDialog(undefined)} />
      <DeleteStatementsDialog opened={dialog === 'delete'} onClose={() => setDialog(undefined)} />
    </ListScreen>
  )
}

/** Filters let through all lines of some statements. */
const isWholeStatements = ({ agentId, policyId, policyNumber, insured }: FilterValues) =>
  !agentId && !policyId && !policyNumber && !insured

function ReadLines({ values: { carrierId, month, year } }: { values: FilterValues }) {
  const [from, to] = month ? [month, month] : year ? [`01/${year}`, `12/${year}`] : []
  return <LinesOfStatements of={{ carrierId, monthFrom: from, monthTo: to }} />
}

/** Areas whose visibility opens statement lines to the user: each right has its own. */
function useLineAreas(): readonly AgentArea[] {
  const runsStatements = useHasAccess(actionRules.runStatements)
  const tracks = useHasAccess(sectionRules.Commission.links.Tracking)
  return useMemo(
    () => [...(runsStatements ? (['Statement'] as const) : []), ...(tracks ? (['CommissionTracking'] as const) : [])],
    [runsStatements, tracks],
  )
}
