import {
  OverrideFilters,
  type OverrideRow,
  type overrideSorts,
  overrides,
} from '@coverdesk/domain/pay-terms/override-contract.ts'
import { carrierWords, partWords, payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { overrideLevels, payTimes, searchPaidAgents } from './pay-term-form.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

const OverrideModal = lazy(async () => ({ default: (await import('./override-modal.tsx')).OverrideModal }))

const columns: readonly ListColumn<OverrideRow, (typeof overrideSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 180, sort: 'agent', pinned: true },
  { id: 'level', header: 'Level', cell: (row) => row.level, width: 70, align: 'right' },
  { id: 'part', header: 'Part', cell: partWords, width: 150, align: 'right' },
  { id: 'carrier', header: 'Carrier', cell: carrierWords, width: 140, grow: 1 },
  { id: 'startDate', header: 'Start date', cell: (row) => row.startDate, kind: 'date', width: 110, sort: 'startDate' },
  { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110 },
]
const phone: PhoneRow<OverrideRow> = {
  title: (row) => `${row.agentName}, level ${row.level}`,
  subtitle: (row) => `${carrierWords(row)}, ${payDaysWords(row)}`,
  figure: partWords,
  first: 'figure',
}
const nameOf = (row: OverrideRow) =>
  `the override of ${row.agentName} on level ${row.level}, ${carrierWords(row)}, ${partWords(row)}, ${payDaysWords(row)}`

/** Overrides of agents by level. */
export function OverrideList({ tools }: { tools: ReactNode }) {
  const list = useList(overrides.list, {
    screen: 'overrides',
    address: OverrideFilters,
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, 'override')
  const carriers = useCarrierChoices()
  const filters = useMemo<readonly Filter[]>(
    () => [
      { name: 'agentId', label: 'Agent', kind: 'select', search: searchPaidAgents },
      {
        name: 'carrierId',
        label: 'Carrier',
        kind: 'select',
        choices: [{ value: '0', label: 'Any carrier' }, ...carriers],
      },
      { name: 'level', label: 'Level', kind: 'select', choices: overrideLevels },
      { name: 'when', label: 'When', kind: 'select', choices: payTimes },
    ],
    [carriers],
  )
  return (
    <ListScreen
      list={list}
      title="Hierarchy"
      label="Overrides"
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
      noMatches="No overrides match these filters."
      noData={{
        why: 'No overrides yet.',
        ...(screen.mayWrite ? { action: { label: 'New Override', onClick: screen.create } } : {}),
      }}
    >
      <Suspense>
        {screen.used ? (
          <OverrideModal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} />
        ) : null}
      </Suspense>
      <PayTermDialogs calls={overrides} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
