import { CarrierFilters, type CarrierRow, carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import {
  IconArrowMerge,
  IconEdit,
  IconHistory,
  IconListCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTableOptions,
} from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { RecordHistory } from '../history/record-history.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useLive } from '../realtime/live-events.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { carrierColumns, carrierPhoneRow } from './carrier-columns.tsx'
import { CarrierModal } from './carrier-modal.tsx'
import { KnownCarriersDialog } from './known-carriers-dialog.tsx'
import { MergeCarriersDialog } from './merge-carriers-dialog.tsx'

const changesOf = (id: number) => apiQuery(carriers.history, { id })

const CarrierProfileEditor = lazy(() =>
  import('../uploads/carrier-profile/carrier-profile-editor.tsx').then((module) => ({
    default: module.CarrierProfileEditor,
  })),
)

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Not used' },
]

/** /portal/manage/carriers: carriers of the agency, and known carriers to add. */
export function CarriersPage() {
  const list = useList(carriers.list, {
    screen: 'carriers',
    address: CarrierFilters,
    sorting: { sort: 'name', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  useLive(realtime.choicesChanged, ({ choices }) => {
    if (choices === 'carriers') void invalidate(carriers.list)
  })
  const states = useStateChoices()
  const filters = useMemo(
    (): Filter<'name' | 'state' | 'status'>[] => [
      { name: 'name', label: 'Name', kind: 'text', placeholder: 'Name, other name or HIOS id', width: 220 },
      { name: 'state', label: 'State', kind: 'select', choices: states },
      { name: 'status', label: 'Status', kind: 'select', choices: statuses },
    ],
    [states],
  )
  const [modal, setModal] = useState<{ opened: boolean; carrier: CarrierRow | undefined }>({
    opened: false,
    carrier: undefined,
  })
  const [known, setKnown] = useState(false)
  const [merging, setMerging] = useState<CarrierRow>()
  const [historyOf, setHistoryOf] = useState<CarrierRow>()
  const [profileOf, setProfileOf] = useState<CarrierRow>()
  const [stopping, setStopping] = useState<CarrierRow>()
  const setActive = useSend(carriers.setActive, { refreshes: [carriers.list, lookups.carriers] })
  const canSeeProfiles = useHasAccess('administrator view.UploadFile')
  const [first] = list.chosen
  const noSelection = first ? undefined : 'Select a carrier first'
  const edit = useCallback((carrier: CarrierRow) => setModal({ opened: true, carrier }), [])
  const add = () => setModal({ opened: true, carrier: undefined })
  const change = async ({ id, version, name }: CarrierRow, active: boolean) => {
    await setActive.mutateAsync({ id, version, active })
    toasts.success(active ? `${name} is available again` : `${name} is no longer available`)
  }
  return (
    <ListScreen
      list={list}
      title="Carriers"
      columns={carrierColumns}
      rowName={({ name }) => name}
      phone={carrierPhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={[
        { label: 'Known carriers', short: '', icon: IconListCheck, onClick: () => setKnown(true) },
        {
          label: 'Add carrier',
          short: 'Add',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'Add a carrier',
          onClick: add,
        },
      ]}
      actions={[
        { label: 'Edit', icon: IconEdit, refused: noSelection, onClick: () => first && edit(first) },
        ...(canSeeProfiles
          ? [
              {
                label: 'File profile',
                icon: IconTableOptions,
                refused: noSelection,
                onClick: () => first && setProfileOf(first),
              },
            ]
          : []),
        { label: 'Merge', icon: IconArrowMerge, refused: noSelection, onClick: () => first && setMerging(first) },
        { label: 'History', icon: IconHistory, refused: noSelection, onClick: () => first && setHistoryOf(first) },
        first && !first.active
          ? {
              label: 'Use again',
              icon: IconPlayerPlay,
              refused: noSelection,
              onClick: () =>
                void change(first, true).catch((failure) => toasts.failure("Couldn't save the change", failure)),
            }
          : { label: 'Stop using', icon: IconPlayerPause, refused: noSelection, onClick: () => setStopping(first) },
      ]}
      selects="one"
      onOpen={edit}
      noMatches="No carriers match these filters."
      noData={{
        title: 'No carriers yet',
        why: 'Policies, rates and commissions belong to carriers. Start from the known carriers of your states, or add one by hand.',
        action: { label: 'Choose from known carriers', onClick: () => setKnown(true) },
      }}
    >
      <CarrierModal
        opened={modal.opened}
        carrier={modal.carrier}
        onCreated={list.showCreated}
        onClose={() => setModal((shown) => ({ ...shown, opened: false }))}
      />
      <KnownCarriersDialog opened={known} onClose={() => setKnown(false)} />
      <MergeCarriersDialog kept={merging} onClose={() => setMerging(undefined)} />
      <RecordHistory
        changesOf={changesOf}
        record={historyOf}
        nameOf={({ name }) => name}
        onClose={() => setHistoryOf(undefined)}
      />
      {profileOf ? (
        <Suspense>
          <CarrierProfileEditor
            key={profileOf.id}
            opened
            carrierId={profileOf.id}
            onClose={() => setProfileOf(undefined)}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        opened={stopping !== undefined}
        title={`Stop using ${stopping?.name ?? ''}?`}
        text="Forms and filters no longer offer it. Its policies, rates and commissions stay, and its files are still recognized."
        yes="Stop using"
        no="Cancel"
        danger
        onNo={() => setStopping(undefined)}
        onYes={async () => {
          if (stopping) await change(stopping, false)
          setStopping(undefined)
        }}
      />
    </ListScreen>
  )
}
