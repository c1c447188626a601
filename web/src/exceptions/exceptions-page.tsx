import {
  ExceptionQuery,
  type ExceptionRow,
  exceptions,
  type IgnoreInput,
  mayResolveExceptions,
} from '@coverdesk/domain/exceptions/exception-contract.ts'
import { exceptionReasons } from '@coverdesk/domain/exceptions/match-line.ts'
import { reasonWords } from '@coverdesk/domain/exceptions/reason-words.ts'
import { amountOf, cents, showAmount, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { IconArrowBackUp, IconBan, IconGavel } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import type { ListAction } from '../lists/list-action.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { ReadingDialog } from '../lists/reading/reading-dialog.tsx'
import { ReadingFrame } from '../lists/reading/reading-frame.tsx'
import { useReading } from '../lists/reading/use-reading.ts'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { LinesRead } from '../statement-checks/lines-read.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { useShortcuts } from '../ui/overlay/shortcuts.tsx'
import { exceptionName, exceptionPhoneRow, openColumns, resolvedColumns } from './exception-columns.tsx'
import { ExceptionPanel, type PanelActions } from './exception-panel.tsx'
import { IgnoreDialog } from './ignore-dialog.tsx'

/** Routes whose answers a decision makes old. */
const refreshes = [
  exceptions.list,
  exceptions.summary,
  exceptions.one,
  variances.list,
  variances.summary,
  variances.one,
  payRuns.one,
]
const noRight = 'You need the permission admin.Statement'
const linesInWords = (lines: number) => `${showCount(lines)} ${lines === 1 ? 'line' : 'lines'}`

/** /portal/commissions/exceptions: statement lines that belong to no policy, and what persons decided about them. */
export function ExceptionsPage() {
  const list = useList(exceptions.list, {
    screen: 'exceptions',
    address: ExceptionQuery,
    sorting: { sort: 'month', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const resolved = list.address.state === 'resolved'
  const works = useHasAccess(mayResolveExceptions)
  const reading = useReading(list, 'line')
  const { shown, isNarrow } = reading
  const [ignored, setIgnored] = useState<{ input: Omit<IgnoreInput, 'reason'>; lines: number }>()
  const decisions = useDecisions()
  /** The next line takes the place of a decided one. */
  const settle = (decided: Promise<boolean>) =>
    void decided.then((done) => {
      if (done) reading.showNext()
    })
  const actions: PanelActions = {
    works,
    busy: decisions.busy,
    match: ({ policyId, name }) => shown && settle(decisions.match(shown, policyId, name)),
    ignore: () => shown && setIgnored({ input: { ids: [shown.id] }, lines: 1 }),
    undo: () => shown && settle(decisions.undo(shown.id)),
  }
  useShortcuts([{ keys: 'z', description: 'Undo the last decision', run: decisions.undoLast }])
  const filters = useExceptionFilters(list.page?.data ?? [])
  const panel = shown ? <ExceptionPanel key={shown.id} row={shown} actions={actions} /> : null
  return (
    <ListScreen
      list={list}
      title="Exceptions"
      label="Lines"
      note={<Proof filters={list.address} />}
      columns={resolved ? resolvedColumns : openColumns}
      rowName={exceptionName}
      phone={exceptionPhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={
        works && decisions.last !== undefined
          ? [{ label: 'Undo Last', icon: IconArrowBackUp, quiet: true, onClick: decisions.undoLast }]
          : []
      }
      actions={[
        ...(isNarrow && list.count === 1
          ? [{ label: resolved ? 'Open' : 'Decide', icon: IconGavel, onClick: reading.openShown }]
          : []),
        ...(resolved
          ? []
          : ignoreAction(list.count, works, () =>
              setIgnored({
                input: list.everything
                  ? { filter: filterOf(list.everything) }
                  : { ids: list.chosen.map(({ id }) => id) },
                lines: list.count,
              }),
            )),
      ]}
      selects="many"
      selectionNote={(chosen) =>
        showAmount(amountOf(chosen.reduce((sum, { amount }) => sum + (cents(amount) ?? 0), 0)))
      }
      onOpen={reading.open}
      noMatches="No lines match these filters."
      noData={{
        why: resolved
          ? 'No decision was made yet.'
          : 'No exceptions. Every line of the loaded statements belongs to a policy.',
      }}
      frame={(table) => (
        <ReadingFrame table={table} isNarrow={isNarrow} label="Line" none={list.page ? 'No line to decide.' : null}>
          {panel}
        </ReadingFrame>
      )}
    >
      <ReadingDialog reading={reading} nameOf={exceptionName}>
        {panel}
      </ReadingDialog>
      <IgnoreDialog
        lines={ignored?.lines}
        onClose={() => setIgnored(undefined)}
        onIgnore={async (reason) => {
          if (!ignored) return
          await decisions.ignore({ ...ignored.input, reason })
          setIgnored(undefined)
          reading.showNext()
        }}
      />
    </ListScreen>
  )
}

function ignoreAction(count: number, works: boolean, onClick: () => void): ListAction[] {
  return [
    {
      label: `Not ours: ${count.toLocaleString('en-US')}`,
      icon: IconBan,
      primary: true,
      ofEverything: true,
      refused: works ? undefined : noRight,
      onClick,
    },
  ]
}

function filterOf(everything: Readonly<Record<string, unknown>>): IgnoreInput['filter'] {
  const { pageNumber: _, pageSize: __, sort: ___, order: ____, ...filter } = everything
  return exceptions.ignore.input.shape.filter.parse(filter)
}

/** Sends decisions, tells what they settled, and remembers the last one for its undo. */
function useDecisions() {
  const resolve = useSend(exceptions.resolve, { refreshes })
  const ignore = useSend(exceptions.ignore, { refreshes })
  const undo = useSend(exceptions.undo, { refreshes })
  const [last, setLast] = useState<number>()
  const undoOne = async (id: number): Promise<boolean> => {
    try {
      const { lines } = await undo.mutateAsync({ id })
      setLast(undefined)
      toasts.success(`Undone for ${linesInWords(lines)}`)
      return true
    } catch (error) {
      toasts.failure("Couldn't undo the decision.", error)
      return false
    }
  }
  return {
    busy: resolve.isPending || undo.isPending,
    last,
    undo: undoOne,
    undoLast: () => {
      if (last !== undefined) void undoOne(last)
    },
    match: async ({ id }: ExceptionRow, policyId: number, name: string): Promise<boolean> => {
      try {
        const { lines } = await resolve.mutateAsync({ id, policyId })
        setLast(id)
        toasts.offer(`${linesInWords(lines)} matched to ${name}`, 'Undo', () => void undoOne(id))
        return true
      } catch (error) {
        toasts.failure("Couldn't match the line.", error)
        return false
      }
    },
    ignore: async (input: IgnoreInput): Promise<void> => {
      const { lines } = await ignore.mutateAsync(input)
      const [first, second] = input.ids ?? []
      setLast(second === undefined ? first : undefined)
      toasts.success(`${linesInWords(lines)} ignored`)
    },
  }
}

/** All lines of the filtered statements add up. */
function Proof({ filters }: { filters: ExceptionQuery }) {
  const { carrierId, month, agentId } = filters
  const { data } = useQuery({
    ...apiQuery(exceptions.summary, { carrierId, month, agentId }),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const { matched, exceptions: open, setAside, rows, amount } = data
  const { refused, totals } = rows ?? { refused: 0, totals: 0 }
  return (
    <>
      <span className="figures">{showMoney(amount)}</span> in exceptions.{' '}
      <LinesRead counts={{ matched, exceptions: open, setAside, refused, totals, deleted: 0 }} />
    </>
  )
}

const reasons = exceptionReasons.map((value) => ({ value, label: reasonWords[value] }))
const states = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
]
const searchStatementAgents = searchAgents('Statement')
const withoutAgent = { value: '0', label: 'None' }

function useExceptionFilters(rows: readonly ExceptionRow[]): readonly Filter[] {
  const carriers = useCarrierChoices()
  return useMemo(
    () => [
      { name: 'reason', label: 'Reason', kind: 'select', choices: reasons },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'month', label: 'Statement', kind: 'month' },
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: async (typed) => [withoutAgent, ...(await searchStatementAgents(typed))],
        nameOf: (id) =>
          id === withoutAgent.value
            ? withoutAgent.label
            : (rows.find(({ agentId }) => String(agentId) === id)?.agent ?? undefined),
      },
      { name: 'state', label: 'Show', kind: 'select', choices: states },
      { name: 'insured', label: 'Insured name', kind: 'text', width: 150, rare: true },
      { name: 'policyNumber', label: 'Policy number', kind: 'text', width: 120, rare: true },
    ],
    [carriers, rows],
  )
}
