import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import {
  policySplits,
  SplitFilters,
  type SplitListRow,
  type splitSorts,
} from '@coverdesk/domain/pay-terms/split-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { paths } from '../../platform/address/paths.ts'
import type { ListColumn, PhoneRow } from '../../ui/basics/list-column.ts'
import type { Filter } from '../../ui/filters/filter.ts'
import { useTermFile } from '../../uploads/terms/use-term-file.tsx'
import { payTimes, searchPaidAgents } from '../pay-term-form.tsx'

const columns: readonly ListColumn<SplitListRow, (typeof splitSorts)[number]>[] = [
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 140, pinned: true },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 180 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 140 },
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 180, grow: 1 },
  { id: 'share', header: 'Share', cell: (row) => `${row.share} %`, width: 90, align: 'right' },
  { id: 'startDate', header: 'Start date', cell: (row) => row.startDate, kind: 'date', width: 110, sort: 'startDate' },
  { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110 },
]
const phone: PhoneRow<SplitListRow> = {
  title: (row) => `${row.policyNumber}, ${row.agentName}`,
  subtitle: (row) => `${row.insuredName ?? ''} ${payDaysWords(row)}`,
  figure: (row) => `${row.share} %`,
  first: 'figure',
}
const filters: readonly Filter[] = [
  { name: 'agentId', label: 'Agent', kind: 'select', search: searchPaidAgents },
  { name: 'when', label: 'When', kind: 'select', choices: payTimes },
]

/** Shares of agents in policies; a split is changed on its policy. */
export function SplitList({ tools }: { tools: ReactNode }) {
  const list = useList(policySplits.list, {
    screen: 'policy-splits',
    address: SplitFilters,
    sorting: { sort: 'startDate', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const file = useTermFile('splits')
  const navigate = useNavigate()
  return (
    <ListScreen
      list={list}
      title="Agent Contracts"
      label="Policy splits"
      tools={tools}
      columns={columns}
      rowName={(row) => `the share of ${row.agentName} in ${row.policyNumber}`}
      phone={phone}
      sizes={portalPageSizes}
      filters={filters}
      buttons={file.buttons}
      onOpen={(row) => void navigate({ to: paths.policy(row.policyId) })}
      noMatches="No splits match these filters."
      noData={{ why: 'No policy is split. Open a policy to split its pay, or load a file.' }}
    >
      {file.dialog}
    </ListScreen>
  )
}
