import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import {
  UplineFilters,
  type UplineRow,
  type uplineSorts,
  uplines,
} from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { payTimes, searchPaidAgents } from './pay-term-form.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

const UplineModal = lazy(async () => ({ default: (await import('./upline-modal.tsx')).UplineModal }))

const columns: readonly ListColumn<UplineRow, (typeof uplineSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 220, sort: 'agent', pinned: true },
  { id: 'upline', header: 'Upline', cell: (row) => row.uplineName, width: 220, grow: 1 },
  { id: 'startDate', header: 'Start date', cell: (row) => row.startDate, kind: 'date', width: 110, sort: 'startDate' },
  { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110 },
]
const phone: PhoneRow<UplineRow> = {
  title: (row) => row.agentName,
  subtitle: (row) => `under ${row.uplineName}, ${payDaysWords(row)}`,
}
const filters: readonly Filter[] = [
  { name: 'agentId', label: 'Agent', kind: 'select', search: searchPaidAgents },
  { name: 'uplineId', label: 'Upline', kind: 'select', search: searchPaidAgents },
  { name: 'when', label: 'When', kind: 'select', choices: payTimes },
]
const nameOf = (row: UplineRow) => `the upline ${row.uplineName} of ${row.agentName}, ${payDaysWords(row)}`

/** Uplines of agents by dates. */
export function UplineList({ tools }: { tools: ReactNode }) {
  const list = useList(uplines.list, {
    screen: 'uplines',
    address: UplineFilters,
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, 'upline')
  return (
    <ListScreen
      list={list}
      title="Hierarchy"
      label="Uplines"
      tools={tools}
      columns={columns}
      rowName={nameOf}
      phone={phone}
      sizes={portalPageSizes}
      filters={filters}
      buttons={screen.buttons}
      actions={screen.actions}
      selects="one"
      onOpen={screen.onOpen}
      noMatches="No uplines match these filters."
      noData={{
        why: 'No agent has an upline yet.',
        ...(screen.mayWrite ? { action: { label: 'New Upline', onClick: screen.create } } : {}),
      }}
    >
      <Suspense>
        {screen.used ? (
          <UplineModal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} />
        ) : null}
      </Suspense>
      <PayTermDialogs calls={uplines} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
