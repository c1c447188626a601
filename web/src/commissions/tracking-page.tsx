import { type Track, TrackFilters, tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { mayReadVariances } from '@coverdesk/domain/variances/variance-contract.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useHasAccess, useSeesOnlyOwn, useSeesPay } from '../access/current-user.ts'
import { withoutAgent, withoutAgentFilter } from '../access/own-records.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { withCurrentMonth } from '../lists/with-current-month.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { LinesDialog, type LinesQuestion } from './lines/lines-dialog.tsx'
import { listSum } from './list-sum.tsx'
import { statementYears } from './statement-years.ts'
import { trackColumns, trackName, trackPhoneRow } from './track-columns.tsx'

const searchTrackedAgents = searchAgents('CommissionTracking')

const YearOfTrack = lazy(async () => ({ default: (await import('./year-of-track.tsx')).YearOfTrack }))

/** commissions/tracking: payments of each policy by month, beside what was expected. */
export function TrackingPage() {
  const list = useList(tracking.paymentSummaries, {
    screen: 'commission-tracking',
    address: TrackFilters,
    sorting: { sort: 'policyNumber', order: 'asc' },
    rowKey: ({ agentId, carrierId, policyNumber, policyId, year }) =>
      `${agentId} ${carrierId} ${policyNumber} ${policyId} ${year}`,
  })
  const [shown, setShown] = useState<LinesQuestion>()
  const [year, setYear] = useState<Track | null>(null)
  const [opened, setOpened] = useState(false)
  const carriers = useCarrierChoices()
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter<keyof TrackFilters>[] => [
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: searchTrackedAgents,
        nameOf: (id) => rows?.find(({ agentId }) => String(agentId) === id)?.agentName ?? undefined,
      },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'policyNumber', label: 'Policy number', kind: 'text' },
      { name: 'year', label: 'Year', kind: 'select', choices: statementYears() },
    ],
    [carriers, rows],
  )
  const open = useCallback((track: Track, month?: number) => {
    const { agentId, carrierId, policyNumber, year } = track
    const period = month === undefined ? { year } : { month: monthText(month, year) }
    setShown({ title: trackName(track, month), agentId, carrierId, policyNumber, ...period })
    setYear(month === undefined ? track : null)
    setOpened(true)
  }, [])
  const navigate = useNavigate()
  const onGap = useCallback(
    (track: Track) => void navigate({ to: paths.variances, search: variancesOf(track) }),
    [navigate],
  )
  const readsVariances = useHasAccess(mayReadVariances)
  const ownOnly = useSeesOnlyOwn('CommissionTracking')
  const seesPay = useSeesPay()
  const today = todayIn(new Date())
  const columns = useMemo(() => {
    const opens = { onMonth: open, onGap: readsVariances ? onGap : null }
    return withoutAgent(withCurrentMonth(trackColumns(opens, seesPay), today), ownOnly)
  }, [open, onGap, readsVariances, seesPay, today, ownOnly])
  const shownYear = list.address.year ?? today.slice(0, 4)
  return (
    <ListScreen
      list={list}
      title="Tracking"
      label="Commissions"
      columns={columns}
      rowName={(track) => trackName(track)}
      phone={trackPhoneRow}
      sizes={operationsPageSizes}
      filters={withoutAgentFilter(filters, ownOnly)}
      note={
        <>
          {listSum(
            list.page?.totalAmount,
            seesPay && ownOnly ? `for you in ${shownYear}` : `paid in ${shownYear}`,
            list.page?.notRated,
          )}
          {ownOnly || list.values.agentId ? (
            <>
              , including policies that another agent has now.{' '}
              <Link to={withQuery(paths.policies, { agentId: list.values.agentId ?? null })}>
                Open {ownOnly ? 'your' : 'their'} current policies
              </Link>
            </>
          ) : null}
        </>
      }
      onOpen={(track) => open(track)}
      noMatches="No commissions match these filters."
      noData={{ why: `No commissions have come for ${shownYear} yet.` }}
    >
      <LinesDialog
        question={shown}
        opened={opened}
        onClose={() => setOpened(false)}
        above={
          year?.ledger ? (
            <Suspense fallback={null}>
              <YearOfTrack ledger={year.ledger} variances={readsVariances ? variancesOf(year) : null} />
            </Suspense>
          ) : null
        }
      />
    </ListScreen>
  )
}

const variancesOf = ({ policyNumber, carrierId, year }: Track) => ({
  policyNumber,
  carrierId,
  monthFrom: `01/${year}`,
  monthTo: `12/${year}`,
})
