import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import {
  type PayRunDetail,
  payRuns,
  type RunAgent,
  RunAgentQuery,
} from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  IconBook2,
  IconBuildingBank,
  IconCheck,
  IconLock,
  IconLockOpen2,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import type { ListButton } from '../lists/list-action.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { paths } from '../platform/address/paths.ts'
import { downloadFile } from '../platform/api/call.ts'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { useSentAt } from '../platform/api/use-sent-at.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { BackButton } from '../ui/page/back-button.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { WorkingLine } from '../ui/progress/working-line.tsx'
import { runAgentColumns, runAgentPhoneRow, runTones } from './pay-run-columns.tsx'
import { PaidRunModal, payRunRefreshes, ReopenRunModal } from './pay-run-forms.tsx'
import { RunSummary } from './run-summary.tsx'
import { useRecalculate } from './use-recalculate.ts'
import { useRunDialog } from './use-run-dialog.ts'
import { useRunningSince, whileRunningMs } from './use-running-since.ts'

const PayoutDialog = lazy(async () => ({ default: (await import('../payouts/payout-dialog.tsx')).PayoutDialog }))
const RunAgentDialog = lazy(async () => ({ default: (await import('./run-agent-dialog.tsx')).RunAgentDialog }))

const PageAddress = RunAgentQuery.omit({ id: true })
const filters: readonly Filter[] = [
  { name: 'name', label: 'Agent', kind: 'text', width: 150 },
  {
    name: 'show',
    label: 'Show',
    kind: 'select',
    choices: [
      { value: 'changed', label: 'Changed from the last run' },
      { value: 'held', label: 'Held' },
      { value: 'carried', label: 'Carried' },
    ],
  },
]

/** /portal/commissions/pay-runs/:id: what a run pays each agent. */
export function PayRunPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = Number(params.id)
  const { data, error, refetch } = useQuery({
    ...apiQuery(payRuns.one, { id }),
    refetchInterval: ({ state }) => (state.data?.calculatingSince ? whileRunningMs : false),
  })
  useFreshFigures(data)
  if (error)
    return <FailedState title="Couldn't load the pay run." why={failureMessage(error)} retry={() => void refetch()} />
  return data ? <LoadedRun key={data.id} run={data} /> : <SkeletonBar width="100%" height={240} />
}

/** Loads the amounts of the agents again after a calculation that this page did not ask for. */
function useFreshFigures(run: PayRunDetail | undefined): void {
  const calculatedAt = run?.calculatedAt
  const known = useRef(calculatedAt)
  useEffect(() => {
    if (known.current !== undefined && calculatedAt !== known.current) void invalidate(payRuns.agents)
    known.current = calculatedAt
  }, [calculatedAt])
}

type Open = 'bank' | 'close' | 'delete' | 'paid' | 'reopen' | undefined

function LoadedRun({ run }: { run: PayRunDetail }) {
  const { id } = run
  const list = useList(payRuns.agents, {
    screen: 'pay-run',
    address: PageAddress,
    fixed: useMemo(() => ({ id }), [id]),
    sorting: { sort: 'paid', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [open, setOpen] = useState<Open>()
  const { agent, show, hide: hideAgent } = useRunDialog()
  const [used, setUsed] = useState(false)
  if (agent !== undefined && !used) setUsed(true)
  const [usedBank, setUsedBank] = useState(false)
  const openAgent = useCallback((row: RunAgent) => show({ agent: row.id }), [show])
  const navigate = useNavigate()
  const buttons = useRunButtons(run, (dialog) => {
    if (dialog === 'bank') setUsedBank(true)
    setOpen(dialog)
  })
  const closeRun = useSend(payRuns.close, { refreshes: payRunRefreshes })
  const closingSince = useSentAt(payRuns.close, { id })
  const remove = useSend(payRuns.remove, { refreshes: [payRuns.list] })
  const hide = () => setOpen(undefined)
  const name = runName(run)
  return (
    <ListScreen
      list={list}
      title={`Pay Run ${name}`}
      label="Agents"
      note={<StatusPill tone={runTones[run.status]}>{run.status}</StatusPill>}
      columns={runAgentColumns}
      rowName={(row) => row.agent}
      phone={runAgentPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      tools={<BackButton to={paths.payRuns} />}
      buttons={buttons}
      summary={<RunSummary run={run} />}
      selects="one"
      onOpen={openAgent}
      noMatches="No agents match these filters."
      noData={{
        why: run.sequence > 0 ? 'The current terms give the same amounts.' : 'No line of this run pays an agent.',
      }}
    >
      {used ? (
        <Suspense>
          <RunAgentDialog run={run} agentId={agent} onClose={hideAgent} />
        </Suspense>
      ) : null}
      {usedBank ? (
        <Suspense>
          <PayoutDialog run={run} opened={open === 'bank'} onClose={hide} />
        </Suspense>
      ) : null}
      <ConfirmDialog
        opened={open === 'close'}
        title={`Close pay run ${name}`}
        text={
          closingSince === undefined ? (
            `Close pay run ${name}? Its rows are frozen, and a batch of ${showMoney(run.paid)} is opened. The run is calculated again first, which takes up to a minute with many lines.`
          ) : (
            <WorkingLine what={`Calculating pay run ${name} again before it is closed.`} since={closingSince} />
          )
        }
        yes="Close month"
        onNo={hide}
        onYes={async () => {
          await closeRun.mutateAsync({ id, inputHash: run.inputHash })
          toasts.success(`Pay run ${name} closed`)
          hide()
        }}
      />
      <ConfirmDialog
        opened={open === 'delete'}
        title="Delete draft"
        text={`Delete the draft of pay run ${name}? Nothing is paid by it. You can start it again.`}
        yes="Delete draft"
        danger
        onNo={hide}
        onYes={async () => {
          await remove.mutateAsync({ id })
          toasts.success('Draft deleted')
          await navigate({ to: paths.payRuns })
        }}
      />
      <PaidRunModal opened={open === 'paid'} run={run} onClose={hide} />
      <ReopenRunModal
        opened={open === 'reopen'}
        run={run}
        onClose={hide}
        onReopened={(correction) => void navigate({ to: paths.payRun(correction.id) })}
      />
    </ListScreen>
  )
}

/** What can be done with a run in its status, the next step last. */
function useRunButtons(run: PayRunDetail, open: (dialog: Open) => void): readonly ListButton[] {
  const { id, status } = run
  const { recalculate, since } = useRecalculate(run)
  const busy = since === undefined ? undefined : 'The run is being calculated'
  const setStatus = useSend(payRuns.setStatus, { refreshes: payRunRefreshes })
  const mayReopen = useHasAccess(actionRules.reopensPayRuns)
  const isOther = useRunningSince(status !== 'Draft') !== undefined
  const failing = run.checks.filter(({ isMet }) => !isMet)
  const attempt = (what: Promise<unknown>, failed: string) =>
    void what.catch((failure: unknown) => toasts.failure(failed, failure))
  if (status === 'Draft')
    return [
      {
        label: 'Delete draft',
        short: '',
        icon: IconTrash,
        quiet: true,
        danger: true,
        refused: busy,
        onClick: () => open('delete'),
      },
      {
        label: 'Recalculate',
        short: '',
        icon: IconRefresh,
        refused: busy,
        onClick: recalculate,
      },
      {
        label: 'Close month',
        short: 'Close',
        icon: IconLock,
        primary: true,
        refused: busy ?? (failing.length > 0 ? failing.map(({ what }) => what).join(' ') : undefined),
        onClick: () => open('close'),
      },
    ]
  const reopen: ListButton = {
    label: 'Reopen',
    short: '',
    icon: IconLockOpen2,
    refused: mayReopen
      ? isOther
        ? 'A pay run is being calculated'
        : undefined
      : 'You need the permission reopen.payRun',
    onClick: () => open('reopen'),
  }
  const journal: ListButton = {
    label: 'Journal',
    short: '',
    icon: IconBook2,
    onClick: () => attempt(downloadFile(payRuns.journal, { id }), "Couldn't export the file."),
  }
  const bank: ListButton = {
    label: 'Bank file',
    short: '',
    icon: IconBuildingBank,
    description: 'NACHA file of the run',
    onClick: () => open('bank'),
  }
  if (status === 'Paid') return [reopen, journal, bank]
  const next: ListButton =
    status === 'Closed'
      ? {
          label: 'Set to processed',
          short: 'Processed',
          icon: IconCheck,
          primary: true,
          onClick: () => attempt(setStatus.mutateAsync({ id, status: 'Processed' }), "Couldn't change the batch."),
        }
      : { label: 'Set to paid', short: 'Paid', icon: IconCheck, primary: true, onClick: () => open('paid') }
  return [reopen, journal, bank, next]
}
