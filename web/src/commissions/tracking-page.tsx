import { type Track, TrackFilters, tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useCallback, useMemo, useState } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { statementYears } from './statement-years.ts'
import { trackColumns, trackName, trackPhoneRow } from './track-columns.tsx'
import { TrackLines } from './track-lines.tsx'

/** commissions/tracking: payments of each policy by month. */
export function TrackingPage() {
  const list = useList(tracking.paymentSummaries, {
    screen: 'commission-tracking',
    address: TrackFilters,
    sorting: { sort: 'policyNumber', order: 'asc' },
    rowKey: ({ agentId, carrierId, policyNumber, year }) => `${agentId} ${carrierId} ${policyNumber} ${year}`,
  })
  const [shown, setShown] = useState<Track>()
  const [opened, setOpened] = useState(false)
  const carriers = useCarrierChoices()
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter<keyof TrackFilters>[] => [
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: searchAgents,
        nameOf: (id) => rows?.find(({ agentId }) => String(agentId) === id)?.agentName ?? undefined,
      },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'policyNumber', label: 'Policy number', kind: 'text' },
      { name: 'year', label: 'Year', kind: 'select', choices: statementYears() },
    ],
    [carriers, rows],
  )
  const open = useCallback((track: Track) => {
    setShown(track)
    setOpened(true)
  }, [])
  const year = list.address.year ?? todayIn(new Date()).slice(0, 4)
  return (
    <ListScreen
      list={list}
      title="Tracking"
      label="Commissions"
      columns={trackColumns}
      rowName={trackName}
      phone={trackPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      count={(total) => `${year}, Total Records: ${total.toLocaleString('en-US')}`}
      onOpen={open}
      noMatches="No commissions match these filters."
      noData={{ why: `No commissions have come for ${year} yet.` }}
    >
      <TrackLines track={shown} opened={opened} onClose={() => setOpened(false)} />
    </ListScreen>
  )
}
