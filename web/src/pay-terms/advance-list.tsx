import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import {
  AdvanceFilters,
  type AdvanceRow,
  type advanceSorts,
  advances,
} from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { paidAgentFilter } from './pay-term-form.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

const AdvanceModal = lazy(async () => ({ default: (await import('./adjustment-modals.tsx')).AdvanceModal }))

const columns: readonly ListColumn<AdvanceRow, (typeof advanceSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 200, sort: 'agent', pinned: true },
  { id: 'month', header: 'Month', cell: (row) => row.month, width: 100, sort: 'month' },
  { id: 'amount', header: 'Amount', cell: (row) => row.amount, kind: 'money', width: 110 },
  { id: 'recovery', header: 'Recovery', cell: (row) => `${row.recoveryPercent} %`, width: 100, align: 'right' },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 240, grow: 1 },
]
const phone: PhoneRow<AdvanceRow> = {
  title: (row) => row.agentName,
  subtitle: (row) => `${row.month}, ${row.reason}`,
  figure: (row) => showMoney(row.amount),
  first: 'figure',
}
const nameOf = (row: AdvanceRow) => `the advance to ${row.agentName}, ${showMoney(row.amount)}, ${row.month}`

/** Advances to agents. */
export function AdvanceList({ tools }: { tools: ReactNode }) {
  const list = useList(advances.list, {
    screen: 'advances',
    address: AdvanceFilters,
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, 'advance')
  return (
    <ListScreen
      list={list}
      title="Adjustments"
      label="Advances"
      tools={tools}
      columns={columns}
      rowName={nameOf}
      phone={phone}
      sizes={portalPageSizes}
      filters={paidAgentFilter}
      buttons={screen.buttons}
      actions={screen.actions}
      selects="one"
      onOpen={screen.onOpen}
      noMatches="No advances match these filters."
      noData={{
        why: 'No advances yet.',
        ...(screen.mayWrite ? { action: { label: 'New Advance', onClick: screen.create } } : {}),
      }}
    >
      <Suspense>
        {screen.used ? (
          <AdvanceModal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} />
        ) : null}
      </Suspense>
      <PayTermDialogs calls={advances} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
