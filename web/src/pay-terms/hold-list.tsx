import { HoldFilters, type HoldRow, type holdSorts, holds } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { payMonthsWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { paidAgentFilter } from './pay-term-form.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

const HoldModal = lazy(async () => ({ default: (await import('./adjustment-modals.tsx')).HoldModal }))

const subjectOf = (row: HoldRow) => row.agentName ?? `${row.policyNumber}, ${row.insuredName}`

const columns: readonly ListColumn<HoldRow, (typeof holdSorts)[number]>[] = [
  { id: 'subject', header: 'Agent or policy', cell: subjectOf, width: 240, pinned: true },
  { id: 'months', header: 'Months', cell: payMonthsWords, width: 170, sort: 'firstMonth' },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason, width: 240, grow: 1 },
  { id: 'heldBy', header: 'Held by', cell: (row) => row.heldBy, width: 150, quiet: true },
]
const phone: PhoneRow<HoldRow> = {
  title: subjectOf,
  subtitle: (row) => `${payMonthsWords(row)}, ${row.reason}`,
}
const nameOf = (row: HoldRow) => `the hold of ${subjectOf(row)}, ${payMonthsWords(row)}`

/** Pay that is held, of agents and of policies. */
export function HoldList({ tools }: { tools: ReactNode }) {
  const list = useList(holds.list, {
    screen: 'pay-holds',
    address: HoldFilters,
    sorting: { sort: 'firstMonth', order: 'desc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, 'hold')
  return (
    <ListScreen
      list={list}
      title="Adjustments"
      label="Holds"
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
      noMatches="No holds match these filters."
      noData={{
        why: 'No pay is held.',
        ...(screen.mayWrite ? { action: { label: 'New Hold', onClick: screen.create } } : {}),
      }}
    >
      <Suspense>
        {screen.used ? (
          <HoldModal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} />
        ) : null}
      </Suspense>
      <PayTermDialogs calls={holds} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
