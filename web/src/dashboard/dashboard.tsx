import {
  type AtStake,
  dashboard,
  type ExpectedCash,
  mayReadReceived,
  type Persistency,
  type ReceivedMonth,
} from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { hasFigures } from '@coverdesk/domain/dashboard/has-figures.ts'
import { salesOf } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PolicySummary, policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { mayReadVariances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser, useHasAccess } from '../access/current-user.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useBrand } from '../platform/page/brand.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { ChoiceButton } from '../ui/choices/choice-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedLine, FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { CarrierPortals } from './carrier-portals.tsx'
import css from './dashboard.module.css'
import type { Selection } from './dashboard-addresses.ts'
import { DashboardCharts } from './dashboard-charts.tsx'
import { useDashboardFilters } from './dashboard-filters.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'

/** Sales of one agent, or of all visible agents, in one year compared with the previous one (DASH-01 to DASH-08). */
export function Dashboard() {
  const user = useCurrentUser()
  return user ? <DashboardOf user={user} /> : null
}

function DashboardOf({ user }: { user: NonNullable<ReturnType<typeof useCurrentUser>> }) {
  const { carrierLinks } = useBrand()
  const filters = useDashboardFilters(user)
  const { agentId, year, ready } = filters
  const present = useQuery({ ...apiQuery(policies.summaries, { agentId, year }), enabled: ready })
  const before = useQuery({ ...apiQuery(policies.summaries, { agentId, year: year - 1 }), enabled: ready })
  const hasMoney = useHasAccess(mayReadReceived)
  const persistency = useQuery({ ...apiQuery(dashboard.persistency, { agentId, year }), enabled: ready })
  const received = useQuery({ ...apiQuery(dashboard.received, { agentId, year }), enabled: ready && hasMoney })
  const mayVariances = useHasAccess(mayReadVariances)
  const atStake = useQuery({ ...apiQuery(dashboard.atStake, { agentId }), enabled: ready && mayVariances })
  const cash = useQuery({ ...apiQuery(dashboard.expectedCash, { agentId }), enabled: ready && mayVariances })
  const failed = [present, before].find(({ error, data }) => error && !data)
  const retry = () => void Promise.all([present.refetch(), before.refetch()])
  // A chart that is missing without a word looks like one without figures.
  const unloaded = [persistency, received, atStake, cash].filter(({ error, data }) => error && !data)
  const shown = useLatest({ agentId, year }, present.data, before.data)
  const old = !(present.data && before.data)
  return (
    <div className={css.page}>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <span className={css.counted}>
              {present.data && !old ? `Counted ${showInstant(new Date(present.dataUpdatedAt).toISOString())}` : null}
            </span>
            <ChoiceButton
              label="Agent"
              value={filters.agent}
              source={{ choices: filters.agents }}
              onChange={filters.setAgent}
            />
            <ChoiceButton
              label="Year"
              value={String(year)}
              source={{ choices: filters.years }}
              onChange={filters.setYear}
            />
          </>
        }
      />
      {carrierLinks ? <CarrierPortals /> : null}
      <div className={css.content} aria-busy={old} data-old={(old && shown && !failed) || undefined}>
        {failed ? (
          <FailedState title="Couldn't load the dashboard." why={failureMessage(failed.error)} retry={retry} />
        ) : shown ? (
          <>
            {unloaded[0] ? (
              <FailedLine
                title="Couldn't load all charts."
                why={failureMessage(unloaded[0].error)}
                retry={() => void Promise.all(unloaded.map(({ refetch }) => refetch()))}
              />
            ) : null}
            <Figures
              {...shown}
              persistency={persistency.data}
              received={received.data}
              atStake={atStake.data}
              cash={cash.data}
            />
          </>
        ) : (
          <DashboardSkeleton />
        )}
      </div>
    </div>
  )
}

type Rows = readonly PolicySummary[]

interface Years {
  selection: Selection
  present: Rows
  before: Rows
}

/** Latest data of both years: keeps the old data until both requested years have arrived. */
function useLatest(selection: Selection, present: Rows | undefined, before: Rows | undefined): Years | undefined {
  const [latest, setLatest] = useState<Years>()
  const isSame = latest?.present === present && latest?.before === before && latest?.selection.year === selection.year
  if (present && before && !isSame) setLatest({ selection, present, before })
  return latest
}

interface FiguresProps extends Years {
  persistency: Persistency | undefined
  received: readonly ReceivedMonth[] | undefined
  atStake: AtStake | undefined
  cash: ExpectedCash | undefined
}

function Figures({ selection, present, before, persistency, received, atStake, cash }: FiguresProps) {
  const { year } = selection
  const sales = salesOf(present, year)
  const earlier = salesOf(before, year - 1)
  const policies = [sales.policies, earlier.policies]
  // What is owed today is shown with every year, and is no figure of an earlier one.
  const owed =
    year === Number(todayIn(new Date()).slice(0, 4)) ? { atStake, cash } : { atStake: undefined, cash: undefined }
  if (!hasFigures({ policies, persistency, received, ...owed }))
    return <EmptyState why={`No policies start in ${year - 1} or ${year}. Choose another agent or year.`} />
  return (
    <DashboardCharts
      selection={selection}
      sales={sales}
      before={earlier}
      persistency={persistency}
      received={received}
      atStake={atStake}
      cash={cash}
    />
  )
}
