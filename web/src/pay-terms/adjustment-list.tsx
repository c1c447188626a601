import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import {
  AdjustmentFilters,
  type AdjustmentRow,
  type adjustmentSorts,
  adjustments,
} from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { payMonthsWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { paidAgentFilter } from './pay-term-form.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

const AdjustmentModal = lazy(async () => ({ default: (await import('./adjustment-modals.tsx')).AdjustmentModal }))

const columns: readonly ListColumn<AdjustmentRow, (typeof adjustmentSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 200, sort: 'agent', pinned: true },
  { id: 'months', header: 'Months', cell: payMonthsWords, width: 170, sort: 'firstMonth' },
  { id: 'amount', header: 'Amount a month', cell: (row) => row.amount, kind: 'money', width: 130 },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 240, grow: 1 },
]
const phone: PhoneRow<AdjustmentRow> = {
  title: (row) => row.agentName,
  subtitle: (row) => `${payMonthsWords(row)}, ${row.reason}`,
  figure: (row) => showMoney(row.amount),
  first: 'figure',
}
const nameOf = (row: AdjustmentRow) =>
  `the adjustment of ${row.agentName}, ${showMoney(row.amount)}, ${payMonthsWords(row)}`

/** Adjustments of agents' pay. */
export function AdjustmentList({ tools }: { tools: ReactNode }) {
  const list = useList(adjustments.list, {
    screen: 'adjustments',
    address: AdjustmentFilters,
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, 'adjustment')
  return (
    <ListScreen
      list={list}
      title="Adjustments"
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
      noMatches="No adjustments match these filters."
      noData={{
        why: 'No adjustments yet.',
        ...(screen.mayWrite ? { action: { label: 'New Adjustment', onClick: screen.create } } : {}),
      }}
    >
      <Suspense>
        {screen.used ? (
          <AdjustmentModal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} />
        ) : null}
      </Suspense>
      <PayTermDialogs calls={adjustments} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
