import { type DisputeInput, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { faultClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { amountOf, cents, showAmount } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  mayWorkOnVariances,
  VarianceQuery,
  type VarianceRow,
  variances,
} from '@coverdesk/domain/variances/variance-contract.ts'
import { IconGavel, IconHistory, IconNotes, IconReplace, IconUserShare, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import type { BulkActionForm } from '../bulk/bulk-action-form.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { useBulk } from '../bulk/use-bulk.ts'
import type { ListAction } from '../lists/list-action.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { type List, useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { useInAddress } from '../platform/address/address.ts'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { closedColumns, openColumns, variancePhoneRow } from './variance-columns.tsx'
import { type VarianceDialog, VarianceDialogs, varianceRefreshes } from './variance-dialogs.tsx'
import { VarianceSummary } from './variance-summary.tsx'
import { varianceName } from './variance-words.ts'

const searchStatementAgents = searchAgents('Statement')

const questions: readonly BulkActionForm[] = [
  {
    action: 'variance.agent',
    title: 'Assign variances',
    label: 'Owner',
    source: { search: searchStatementAgents },
    none: 'Unassigned',
    verb: 'Assign',
  },
]
const oneOnly = 'Select exactly one variance'
const noRight = 'You need the permission admin.Statement'

/** /portal/commissions/variances: policy months that were not paid as the schedules say. */
export function VariancesPage() {
  const closed = useInAddress(VarianceQuery).state === 'closed'
  const list = useList(variances.list, {
    screen: closed ? 'variances-closed' : 'variances',
    initial: { hidden: ['policyNumber', 'stake'] },
    address: VarianceQuery,
    sorting: closed ? { sort: 'closed', order: 'desc' } : { sort: 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const [dialog, setDialog] = useState<VarianceDialog | null>(null)
  const today = todayIn(new Date())
  const columns = useMemo(() => (closed ? closedColumns : openColumns(today)), [closed, today])
  const statuses = useVarianceStatuses()
  const filters = useVarianceFilters(statuses, list.page?.data)
  const works = useHasAccess(mayWorkOnVariances)
  const bulk = useBulk(list)
  const [disputed, setDisputed] = useState<DisputeInput>()
  const openDetail = useCallback(({ id }: VarianceRow) => setDialog({ dialog: 'detail', id }), [])
  return (
    <ListScreen
      list={list}
      title="Variances"
      columns={columns}
      rowName={varianceName}
      phone={variancePhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={works ? [bulk.recentButton] : []}
      actions={actionsOf(list.chosen, {
        count: list.count,
        works,
        closed,
        open: setDialog,
        assign: () => bulk.ask('variance.agent'),
        dispute: () => setDisputed(chosenForDispute(list)),
      })}
      selects="many"
      selectionNote={(rows) => `${showAmount(stakeOf(rows))} at stake`}
      onOpen={openDetail}
      noMatches="No variances match these filters."
      noData={{
        why: closed
          ? 'No variance was closed yet. A file that pays one closes it.'
          : 'No variances. Months are compared for carriers that have a commission schedule.',
      }}
      summary={<VarianceSummary address={list.address} onChoose={list.setValues} />}
    >
      <VarianceDialogs open={dialog} rows={list.page?.data ?? []} statuses={statuses} onClose={() => setDialog(null)} />
      <DisputeDialog input={disputed} onClose={() => setDisputed(undefined)} onDone={() => list.select()} />
      <BulkDialogs kind="variance" {...bulk.dialogs} questions={questions} refreshes={varianceRefreshes} />
    </ListScreen>
  )
}

interface Doing {
  /** Number of selected variances. */
  count: number
  works: boolean
  closed: boolean
  open(dialog: VarianceDialog): void
  assign(): void
  dispute(): void
}

function actionsOf(rows: readonly VarianceRow[], { count, works, closed, open, assign, dispute }: Doing): ListAction[] {
  const [first, second] = rows
  const refused = second ? oneOnly : undefined
  const fixed = !works ? noRight : closed ? 'A file settled it' : undefined
  const one = (dialog: VarianceDialog['dialog']) => () => {
    if (first && !second) open({ dialog, id: first.id })
  }
  return [
    { label: 'Why', icon: IconZoomQuestion, refused, onClick: one('detail') },
    { label: 'Notes', icon: IconNotes, refused, onClick: one('notes') },
    { label: 'Change Status', icon: IconReplace, refused: fixed ?? refused, onClick: one('status') },
    { label: 'History', icon: IconHistory, refused, onClick: one('history') },
    {
      label: `Dispute ${count.toLocaleString('en-US')}`,
      icon: IconGavel,
      ofEverything: true,
      refused: fixed,
      onClick: dispute,
    },
    {
      label: `Assign ${count.toLocaleString('en-US')}`,
      icon: IconUserShare,
      primary: true,
      ofEverything: true,
      refused: fixed,
      onClick: assign,
    },
  ]
}

/** The selected variances, or all that match the filters. */
function chosenForDispute({ everything, chosen }: Pick<List<VarianceRow>, 'everything' | 'chosen'>): DisputeInput {
  const { pageNumber: _, pageSize: __, sort: ___, order: ____, ...filter } = everything ?? {}
  return everything ? disputes.create.input.parse({ filter }) : { ids: chosen.map(({ id }) => id) }
}

const stakeOf = (rows: readonly VarianceRow[]) =>
  amountOf(rows.reduce((sum, { stake }) => sum + (cents(stake) ?? 0), 0))

const none: readonly Choice[] = []
function useVarianceStatuses(): readonly Choice[] {
  const { data } = useQuery({
    ...apiQuery(lookups.statuses, { type: 'variance' }),
    staleTime: Number.POSITIVE_INFINITY,
    select: (items) => items.map(({ id, name }) => ({ value: String(id), label: name })),
  })
  return data ?? none
}

const classes: readonly Choice[] = faultClasses.map((name) => ({ value: name, label: classWords[name] }))
const owed: readonly Choice[] = [
  { value: 'yes', label: 'To us' },
  { value: 'no', label: 'By us' },
]
const states: readonly Choice[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed by a file' },
]

function useVarianceFilters(statuses: readonly Choice[], rows: readonly VarianceRow[] | undefined): readonly Filter[] {
  const carriers = useCarrierChoices()
  return useMemo(() => {
    const agentFilter = (
      label: string,
      noneLabel: string,
      nameOf: (row: VarianceRow) => [number | null, string | null],
    ) => {
      const without = { value: '0', label: noneLabel }
      return {
        label,
        kind: 'select' as const,
        search: async (typed: string) => [without, ...(await searchStatementAgents(typed))],
        nameOf: (id: string) =>
          id === without.value
            ? without.label
            : (rows?.map(nameOf).find(([known]) => String(known) === id)?.[1] ?? undefined),
      }
    }
    return [
      { name: 'insuredName', label: 'Insured name', kind: 'text', width: 150 },
      { name: 'policyNumber', label: 'Policy number', kind: 'text', width: 120 },
      { name: 'class', label: 'Class', kind: 'select', choices: classes },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'month', label: 'Month', kind: 'month' },
      { name: 'owed', label: 'Owed', kind: 'select', choices: owed, rare: true },
      { name: 'monthFrom', label: 'From month', kind: 'month', rare: true },
      { name: 'monthTo', label: 'To month', kind: 'month', rare: true },
      { name: 'state', label: 'Show', kind: 'select', choices: states },
      { name: 'agentId', ...agentFilter('Agent', 'Other agency', (row) => [row.agentId, row.agent]), rare: true },
      { name: 'ownerId', ...agentFilter('Owner', 'Unassigned', (row) => [row.ownerId, row.owner]), rare: true },
      { name: 'statusId', label: 'Status', kind: 'select', choices: statuses, rare: true },
      { name: 'disputeFrom', label: 'Dispute by, from', kind: 'date', rare: true },
      { name: 'disputeTo', label: 'Dispute by, until', kind: 'date', rare: true },
    ]
  }, [carriers, statuses, rows])
}
