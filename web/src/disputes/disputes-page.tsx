import { DisputeQuery, type DisputeRow, disputeStates, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths } from '../platform/address/paths.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { disputeColumns, disputePhoneRow } from './dispute-columns.tsx'
import { disputeName, stateWords } from './dispute-words.ts'

const states = disputeStates.map((state) => ({ value: state, label: stateWords[state] }))

/** /portal/commissions/disputes: what the agency disputes with carriers, and what came of it. */
export function DisputesPage() {
  const list = useList(disputes.list, {
    screen: 'disputes',
    address: DisputeQuery,
    sorting: { sort: 'number', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const carriers = useCarrierChoices()
  const filters = useMemo(
    (): Filter[] => [
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'state', label: 'State', kind: 'select', choices: states },
    ],
    [carriers],
  )
  const navigate = useNavigate()
  const open = useCallback(({ id }: DisputeRow) => void navigate({ to: paths.dispute(id) }), [navigate])
  return (
    <ListScreen
      list={list}
      title="Disputes"
      columns={disputeColumns}
      rowName={disputeName}
      phone={disputePhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      onOpen={open}
      noMatches="No disputes match these filters."
      noData={{
        why: 'No disputes yet. Select variances and dispute them: each carrier gets one pack with the evidence.',
      }}
    />
  )
}
