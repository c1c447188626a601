import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { longMonthNames, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  callsOfVariant,
  mayAssignUnpaid,
  UnpaidQuery,
  type UnpaidRow,
} from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useCurrentUser, useHasAccess, useSeesOnlyOwn } from '../access/current-user.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { markAll } from '../lists/list-header.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices, useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { unpaidActions } from './unpaid-actions.ts'
import {
  leftColumns,
  leftPreference,
  ownColumns,
  unpaidColumns,
  unpaidPhoneRow,
  unpaidPreference,
  withoutAor,
} from './unpaid-columns.tsx'
import { type UnpaidDialog, UnpaidDialogs } from './unpaid-dialogs.tsx'
import { UnpaidSummary } from './unpaid-summary.tsx'
import { atStakeOf, screenWords } from './unpaid-words.ts'
import { useStatusChoices } from './use-status-choices.ts'

/** policies/unpaid-policies: unpaid policies by agent (UNPAID-01 to UNPAID-19). */
export function UnpaidPoliciesPage() {
  return <UnpaidPage variant="unpaid" />
}

/** policies/lost: the same for lost policies. */
export function LostPoliciesPage() {
  return <UnpaidPage variant="lost" />
}

/** Screen of both variants (UNPAID-01). */
function UnpaidPage({ variant }: { variant: UnpaidVariant }) {
  const calls = callsOfVariant[variant]
  const words = screenWords[variant]
  // Resolved policies have other columns and are sorted by resolution date (decision 058).
  const left = useInAddress(UnpaidQuery).state === 'resolved'
  const shown = useShownColumns(variant, left)
  const list = useList(calls.list, {
    screen: left ? `${variant}-resolved` : `${variant}-policies`,
    initial: shown.preference,
    address: UnpaidQuery,
    sorting: { sort: left ? 'leftDate' : 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const statuses = useStatusChoices(variant)
  const filters = useUnpaidFilters(statuses)
  const [dialog, setDialog] = useState<UnpaidDialog | null>(null)
  const bulk = useBulk(list)
  const assigns = useHasAccess(mayAssignUnpaid)
  const phone = usePhone()
  const navigate = useNavigate()
  const openPolicy = useCallback(({ policyId }: UnpaidRow) => void navigate({ to: paths.policy(policyId) }), [navigate])
  return (
    <ListScreen
      list={list}
      title={words.title}
      columns={shown.columns}
      rowName={numberOf}
      phone={unpaidPhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={assigns ? [bulk.recentButton] : []}
      actions={unpaidActions(list.chosen, {
        count: list.count,
        assigns,
        phone,
        open: setDialog,
        assign: () => bulk.ask(`${variant}.agent`),
        markAll: () => markAll(list),
      })}
      selects="many"
      selectAllButtons
      selectionNote={(rows) =>
        `${showAmount(atStakeOf(left ? rows : rows.filter((row) => isOpen(variant, row))))} ${left ? 'was ' : ''}at stake`
      }
      onOpen={openPolicy}
      noMatches={words.noMatches}
      noData={{ why: left ? words.noneLeft : words.none }}
      summary={<UnpaidSummary variant={variant} address={list.address} onChoose={list.setValues} />}
    >
      <UnpaidDialogs
        variant={variant}
        open={dialog}
        rows={list.page?.data ?? []}
        statuses={statuses}
        assigning={bulk.dialogs}
        onClose={() => setDialog(null)}
      />
    </ListScreen>
  )
}

const numberOf = ({ policyNumber }: UnpaidRow) => policyNumber

const months = longMonthNames.map((label, index) => ({ value: String(index + 1), label }))

const states: readonly Choice[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
]

/** Columns, and which are hidden at first; an agent who sees only their own policies does not read their own name in every row. */
/** Whether something is still at stake: its status doesn't say that it is done. */
const isOpen = (variant: UnpaidVariant, { statusId }: UnpaidRow) => !variantOf[variant].doneStatuses.includes(statusId)

function useShownColumns(variant: UnpaidVariant, left: boolean) {
  const [ownOnly, agentId] = [useSeesOnlyOwn('Policy'), useCurrentUser()?.agentId ?? null]
  return useMemo(() => {
    const columns = left ? leftColumns : unpaidColumns[variant]
    const preference = left ? leftPreference : unpaidPreference[variant]
    return ownOnly && agentId !== null
      ? { columns: ownColumns(columns, agentId), preference: withoutAor(preference) }
      : { columns, preference }
  }, [variant, left, ownOnly, agentId])
}

/** Filters of the list, including open or resolved (decision 058). */
function useUnpaidFilters(statuses: readonly Choice[]): readonly Filter[] {
  const [agents, carriers] = [useVisibleAgents('Policy'), useCarrierChoices()]
  return useMemo(() => {
    const thisYear = Number(todayIn(new Date()).slice(0, 4))
    const years = Array.from({ length: 5 }, (_, back) => String(thisYear + 1 - back))
    return [
      { name: 'insuredName', label: 'Insured name', kind: 'text', width: 150 },
      { name: 'policyNumber', label: 'Policy number', kind: 'text', width: 120 },
      { name: 'agentId', label: 'Agent', kind: 'select', choices: [{ value: '0', label: 'Unassigned' }, ...agents] },
      { name: 'aorId', label: 'AOR', kind: 'select', choices: agents },
      { name: 'statusId', label: 'Status', kind: 'select', choices: statuses },
      { name: 'done', label: 'Done', kind: 'select', choices: [{ value: 'no', label: 'Left out' }], rare: true },
      { name: 'state', label: 'Show', kind: 'select', choices: states },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers, rare: true },
      { name: 'month', label: 'Month', kind: 'select', choices: months, rare: true },
      {
        name: 'year',
        label: 'Year',
        kind: 'select',
        choices: years.map((year) => ({ value: year, label: year })),
        rare: true,
      },
    ]
  }, [agents, carriers, statuses])
}
