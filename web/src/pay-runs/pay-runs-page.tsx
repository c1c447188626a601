import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PayRun, PayRunQuery, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { paths } from '../platform/address/paths.ts'
import { useSentAt } from '../platform/api/use-sent-at.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { payRunColumns, payRunPhoneRow } from './pay-run-columns.tsx'
import { useRunningSince } from './use-running-since.ts'

const CalculatingLine = lazy(async () => ({ default: (await import('./pay-run-forms.tsx')).CalculatingLine }))
const StartRunModal = lazy(async () => ({ default: (await import('./pay-run-forms.tsx')).StartRunModal }))

const thisYear = Number(todayIn(new Date()).slice(0, 4))
const filters: readonly Filter[] = [
  {
    name: 'year',
    label: 'Year',
    kind: 'select',
    choices: [0, 1, 2, 3, 4].map((back) => ({ value: String(thisYear - back), label: String(thisYear - back) })),
  },
]

/** /portal/commissions/pay-runs: what each month's statements pay the agents. */
export function PayRunsPage() {
  const list = useList(payRuns.list, {
    screen: 'pay-runs',
    address: PayRunQuery,
    sorting: { sort: 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [used, setUsed] = useState(false)
  const sentAt = useSentAt(payRuns.start, {})
  const runningSince = useRunningSince()
  const workingSince = sentAt ?? runningSince
  const refused = workingSince === undefined ? undefined : 'A pay run is being calculated'
  const open = useCallback(({ id }: Pick<PayRun, 'id'>) => void navigate({ to: paths.payRun(id) }), [navigate])
  const start = () => {
    setUsed(true)
    setAsking(true)
  }
  return (
    <ListScreen
      list={list}
      title="Pay Runs"
      columns={payRunColumns}
      rowName={runName}
      phone={payRunPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      buttons={[
        {
          label: 'New Pay Run',
          short: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'New pay run',
          refused,
          onClick: start,
        },
      ]}
      above={
        workingSince === undefined || asking ? null : (
          <Suspense>
            <CalculatingLine since={workingSince} />
          </Suspense>
        )
      }
      selects="one"
      onOpen={open}
      noMatches="No pay runs match these filters."
      noData={{
        why: 'No pay runs yet. Start one when a month’s statements are loaded.',
        ...(refused ? {} : { action: { label: 'New Pay Run', onClick: start } }),
      }}
    >
      {used ? (
        <Suspense>
          <StartRunModal opened={asking} onClose={() => setAsking(false)} onStarted={open} />
        </Suspense>
      ) : null}
    </ListScreen>
  )
}
