import { Id, operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { mayDecidePto, PtoFilters, type PtoRow, pto } from '@coverdesk/domain/pto/pto-contract.ts'
import {
  offeredStatuses,
  type PtoStatusName,
  ptoStatuses,
  ptoStatusOf,
  refusedEdit,
  refusedStatus,
} from '@coverdesk/domain/pto/pto-rules.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { IconEye, IconFlag, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useCurrentUser, useHasAccess } from '../access/current-user.ts'
import { StatusDialog } from '../history/status-dialog.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useVisibleAgents } from '../lookups/lookup-choices.ts'
import { useAddressRecord, useOwnDialog } from '../platform/address/address-dialog.ts'
import { call } from '../platform/api/call.ts'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useLive } from '../realtime/live-events.ts'
import { ptoColumns, ptoPhoneRow } from './pto-columns.tsx'
import { PtoDetails } from './pto-details.tsx'
import { PtoDialog } from './pto-dialog.tsx'
import { ptoFilters } from './pto-filters.ts'
import { ptoName, ptoTone } from './pto-words.ts'
import { useFailureToast } from './use-failure-toast.ts'

const shown = [pto.list, pto.one]

/** Paid time off: the user's and visible agents' requests; admin.PTO decides (PTO-01 to PTO-14). */
export function PtoPage() {
  const list = useList(pto.list, {
    screen: 'pto',
    address: PtoAddress,
    sorting: { sort: 'createdDate', order: 'desc' },
    newest: 'createdDate',
    rowKey: (row) => String(row.id),
  })
  useFailureToast(list.error)
  const agents = useVisibleAgents('PTO')
  const filters = useMemo(() => ptoFilters(agents), [agents])
  const [open, setOpen] = useOwnDialog<{ dialog: 'new' } | { dialog: 'details' | 'status' | 'edit'; row: PtoRow }>(
    list.address.request,
  )
  const refresh = () => void invalidate(...shown)
  useLive(realtime.ptoChanged, refresh)
  const openRow = useCallback((row: PtoRow) => setOpen({ dialog: 'details', row }), [setOpen])
  const { offered, refused, refusedEditOf } = useStatusRule()
  const named = useAddressRecord('request', list)
  const ofAddress = useRequestOf(list.address.request, named.close)
  const close = () => {
    setOpen(null)
    if (list.address.request !== undefined) named.close()
  }
  const [first] = list.chosen
  const noSelection = first ? undefined : 'Select a request first'
  const create = { label: 'New', icon: IconPlus, onClick: () => setOpen({ dialog: 'new' }) }
  // The current row, if the list was updated since it opened.
  const of =
    open && 'row' in open
      ? (list.page?.data.find(({ id }) => id === open.row.id) ?? open.row)
      : (ofAddress ?? undefined)
  const shownDialog = open?.dialog ?? (ofAddress ? 'details' : undefined)
  return (
    <ListScreen
      list={list}
      title="Paid time off"
      label="Requests"
      columns={ptoColumns}
      rowName={ptoName}
      phone={ptoPhoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      buttons={[{ ...create, primary: true, keys: 'n', description: 'New request' }]}
      actions={[
        {
          label: 'Details',
          icon: IconEye,
          inHeader: true,
          hint: '↵',
          refused: noSelection,
          onClick: () => first && openRow(first),
        },
        {
          label: 'Edit',
          icon: IconPencil,
          keys: 'e',
          description: 'Edit the request',
          refused: noSelection ?? (first && refusedEditOf(first)),
          onClick: () => first && !refusedEditOf(first) && setOpen({ dialog: 'edit', row: first }),
        },
        {
          label: 'Change Status',
          icon: IconFlag,
          inHeader: true,
          keys: 's',
          description: 'Change the status',
          refused: noSelection ?? (first && refused(first)),
          onClick: () => first && !refused(first) && setOpen({ dialog: 'status', row: first }),
        },
      ]}
      selects="one"
      onOpen={openRow}
      noMatches="No requests match these filters."
      noData={{ why: 'No requests yet.', action: create }}
    >
      <PtoDialog
        opened={shownDialog === 'new' || shownDialog === 'edit'}
        request={shownDialog === 'edit' ? of : undefined}
        onCreated={list.showCreated}
        onReload={async (id) => {
          refresh()
          return await call(pto.one, { id })
        }}
        onClose={close}
      />
      <PtoDetails
        id={shownDialog === 'details' ? of?.id : undefined}
        onEdit={of && !refusedEditOf(of) ? () => setOpen({ dialog: 'edit', row: of }) : undefined}
        onChangeStatus={of && !refused(of) ? () => setOpen({ dialog: 'status', row: of }) : undefined}
        onClose={close}
      />
      <ChangeStatus
        row={shownDialog === 'status' ? of : undefined}
        offered={offered}
        onFailed={refresh}
        onClose={close}
      />
    </ListScreen>
  )
}

/** Address of the list; `request` is the one that a notification opened. */
const PtoAddress = PtoFilters.extend({ request: Id.optional() })

/** Request of the address, once it is loaded; one that the user can't see is said and closed. */
function useRequestOf(id: number | undefined, close: () => void): PtoRow | null {
  const { data, error } = useQuery({ ...apiQuery(pto.one, { id: id ?? 0 }), enabled: id !== undefined })
  const giveUp = useEffectEvent(() => {
    toasts.failure("Couldn't open the request.", error)
    close()
  })
  useEffect(() => {
    if (error) giveUp()
  }, [error])
  return id === undefined ? null : (data ?? null)
}

/** Status changes that the user can make. */
function useStatusRule() {
  const me = useCurrentUser()
  const decides = useHasAccess(mayDecidePto)
  const personBefore = ({ requesterId }: PtoRow) => ({ own: requesterId === me?.id, decides })
  return {
    /** Statuses that the user can set. */
    offered(row: PtoRow): PtoStatusName[] {
      const from = ptoStatusOf(row.statusId)
      return from ? offeredStatuses(from, personBefore(row)) : []
    },
    /** Reason if there are none; a user with any permission can cancel. */
    refused(row: PtoRow): string | undefined {
      const from = ptoStatusOf(row.statusId)
      return from && refusedStatus(from, 'Cancelled', personBefore(row))?.message
    },
    /** Reason why the user can't change the days. */
    refusedEditOf: (row: PtoRow): string | undefined => refusedEdit(row, personBefore(row))?.message,
  }
}

interface ChangeStatusProps {
  /** The request; undefined when closed. */
  row: PtoRow | undefined
  offered(row: PtoRow): readonly PtoStatusName[]
  onFailed(): void
  onClose(): void
}

/** Change Status: 'PTO Updated!', or the reason of a failure (PTO-09 to PTO-11). */
function ChangeStatus({ row, offered, onFailed, onClose }: ChangeStatusProps) {
  const set = useSend(pto.setStatus, { refreshes: shown })
  const last = useRef(row)
  if (row) last.current = row
  const of = last.current
  return (
    <StatusDialog
      opened={row !== undefined}
      draftKey={of && `pto:${of.id}`}
      onClose={onClose}
      name={of ? ptoName(of) : ''}
      current={of?.status}
      tone={ptoTone(of?.statusId ?? 0)}
      statuses={of ? offered(of).map((name) => ({ value: String(ptoStatuses[name]), label: name })) : []}
      onSubmit={async (change) => {
        if (!of) return
        try {
          await set.mutateAsync({ ...change, id: of.id, version: of.version })
        } catch (failure) {
          onFailed()
          throw failure
        }
      }}
      changed="PTO Updated!"
      failed=""
    />
  )
}
