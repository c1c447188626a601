import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { classesToReview, sourceClasses, sourceClassWords } from '@coverdesk/domain/three-sources/source-class.ts'
import {
  mayReviewSources,
  SourceQuery,
  type SourceRow,
  sourceShows,
  sourceShowWords,
  threeSources,
} from '@coverdesk/domain/three-sources/source-contract.ts'
import { IconZoomQuestion } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { ReadingDialog } from '../lists/reading/reading-dialog.tsx'
import { ReadingFrame } from '../lists/reading/reading-frame.tsx'
import { useReading } from '../lists/reading/use-reading.ts'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { useInAddress } from '../platform/address/address.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import type { ReviewActions } from './review-part.tsx'
import { sourceColumns, sourcePhoneRow, unitName } from './source-columns.tsx'
import { SourcePanel } from './source-panel.tsx'
import { SourceSummary } from './source-summary.tsx'

const toReview = { show: 'review' } as const
const refreshes = [threeSources.list, threeSources.summary]

/** /portal/policies/three-sources: policies of a month as the exchange, the carrier's book and the statement have them. */
export function SourcesPage() {
  const { class: chosenClass, show } = useInAddress(SourceQuery)
  const list = useList(threeSources.list, {
    screen: 'three-sources',
    initial: { hidden: ['policyNumber', 'appId'] },
    address: SourceQuery,
    // A chosen class may be one that needs no review.
    fixed: chosenClass === undefined && show === undefined ? toReview : undefined,
    sorting: { sort: 'stake', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const { month, carrierId, agentId } = list.address
  const sums = useQuery({
    ...apiQuery(threeSources.summary, { month, carrierId, agentId }),
    placeholderData: keepPreviousData,
    // Until the comparison caught up with the sources.
    refetchInterval: ({ state }) => (state.data?.comparedAt === null && state.data.month !== null ? 5_000 : false),
  })
  const reading = useReading(list, 'policy')
  const { shown, isNarrow } = reading
  const filters = useSourceFilters()
  const actions = useReviews(reading.showNext)
  const panel = shown ? <SourcePanel key={shown.id} row={shown} actions={actions} /> : null
  const left = sums.data?.classes
    .filter((one) => classesToReview.includes(one.class))
    .reduce((sum, { units, reviewed }) => sum + units - reviewed, 0)
  return (
    <ListScreen
      list={list}
      title="Three Sources"
      label="Policies"
      note={sums.data?.month ? `${showMonth(sums.data.month)}, ${showCount(left ?? 0)} to review` : undefined}
      columns={sourceColumns}
      rowName={unitName}
      phone={sourcePhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      actions={
        isNarrow && list.count === 1 ? [{ label: 'Open', icon: IconZoomQuestion, onClick: reading.openShown }] : []
      }
      selects="one"
      onOpen={reading.open}
      noMatches="No policies match these filters."
      noData={{
        why: sums.data?.month
          ? 'Nothing to review: the sources agree, or only one of them was loaded. Choose Show, All to see every policy.'
          : 'Nothing was compared yet. Load a carrier’s policies or a statement; the comparison follows within a minute.',
      }}
      summary={
        <SourceSummary
          data={sums.data}
          failure={sums.failureReason ? failureMessage(sums.failureReason) : null}
          chosen={list.address.class}
          onChoose={(chosen) => list.setValues({ class: chosen })}
        />
      }
      frame={(table) => (
        <ReadingFrame table={table} isNarrow={isNarrow} label="Policy" none={list.page ? 'No policy to show.' : null}>
          {panel}
        </ReadingFrame>
      )}
    >
      <ReadingDialog reading={reading} nameOf={unitName}>
        {panel}
      </ReadingDialog>
    </ListScreen>
  )
}

/** Sends reviews; the next policy takes the place of a reviewed one. Undefined: the user may not review. */
function useReviews(showNext: () => void): ReviewActions | undefined {
  const review = useSend(threeSources.review, { refreshes })
  const reopen = useSend(threeSources.reopen, { refreshes })
  const works = useHasAccess(mayReviewSources)
  const undo = async ({ id, insuredName }: SourceRow): Promise<void> => {
    try {
      await reopen.mutateAsync({ id })
      toasts.success(`${insuredName} is to review again`)
    } catch (error) {
      toasts.failure("Couldn't undo the review.", error)
    }
  }
  const mark = async (row: SourceRow, note: string): Promise<void> => {
    try {
      await review.mutateAsync({ id: row.id, class: row.class, note })
      showNext()
      toasts.offer(`${row.insuredName} is reviewed`, 'Undo', () => void undo(row))
    } catch (error) {
      toasts.failure("Couldn't save the review.", error)
    }
  }
  if (!works) return undefined
  return {
    busy: review.isPending || reopen.isPending,
    review: (row, note) => void mark(row, note),
    reopen: (row) => void undo(row),
  }
}

const shows = sourceShows.map((value) => ({ value, label: sourceShowWords[value] }))
const classes = sourceClasses.map((value) => ({ value, label: sourceClassWords[value] }))
const searchStatementAgents = searchAgents('Statement')
const withoutAgent = { value: '0', label: 'Other agency' }

function useSourceFilters(): readonly Filter[] {
  const carriers = useCarrierChoices()
  return useMemo(
    () => [
      { name: 'month', label: 'Month', kind: 'month' },
      { name: 'class', label: 'Class', kind: 'select', choices: classes },
      { name: 'show', label: 'Show', kind: 'select', choices: shows },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: async (typed) => [withoutAgent, ...(await searchStatementAgents(typed))],
        nameOf: (id) => (id === withoutAgent.value ? withoutAgent.label : undefined),
      },
      { name: 'insured', label: 'Insured name', kind: 'text', width: 150 },
    ],
    [carriers],
  )
}
