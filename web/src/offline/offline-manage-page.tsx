import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type OfflineRow, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconEye, IconNote, IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useGenericChoices } from '../lookups/lookup-choices.ts'
import { type Noted, NotesDialog } from '../notes/notes-dialog.tsx'
import { useAddress } from '../platform/address.ts'
import { download } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useListPage } from '../platform/list-page.ts'
import { paths } from '../platform/paths.ts'
import { toasts } from '../platform/toasts.tsx'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { ColumnChooser } from '../ui/column-chooser.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DensitySwitch } from '../ui/density-switch.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import type { Nothing } from '../ui/list-column.ts'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { whyEmpty } from '../ui/why-empty.ts'
import { FindBySsn } from './find-by-ssn.tsx'
import { OfflineAddress, offlineQueryOf } from './offline-address.ts'
import { nameOf, type OfflineSort, offlineColumns, offlinePhoneRow } from './offline-columns.tsx'
import { isFiltered, noOfflineFilters, offlineFilters } from './offline-filters.ts'
import { OfflineModal } from './offline-modal.tsx'
import { useOpenOffline } from './use-open-offline.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** form/manage: the submitted applications, with their details, notes and export (OFFLINE-23). */
export function OfflineManagePage() {
  const { query: address, change } = useAddress(OfflineAddress)
  const query = useMemo(() => offlineQueryOf(address), [address])
  const { page, busy, error, retry } = useListPage(offline.list, query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [noted, setNoted] = useState<Noted | null>(null)
  const [finding, setFinding] = useState(false)
  const remember = useScreenPreference('offline-applications', {})
  const sources = useGenericChoices(4)
  const filters = useMemo(() => offlineFilters(sources), [sources])
  const opened = useOpenOffline(address, change)
  const navigate = useNavigate()
  const phone = usePhone()
  useShortcuts(tableKeys)
  const size = phone ? 'xl' : 'sm'
  const chosen = page?.data.filter((row) => selected.has(String(row.applicationId))) ?? []
  const [first] = chosen
  const note = (applicationId: number, applicant: string) =>
    setNoted({ entityMetadataId: notedKinds.offline.id, entityId: applicationId, name: applicant })
  return (
    <ListScreen>
      <PageHeader
        title="Offline applications"
        total={page?.totalRecords}
        actions={
          <>
            <ColumnChooser columns={offlineColumns} remember={remember} />
            <DensitySwitch remember={remember} />
            <Button
              size={size}
              aria-label="Find by SSN"
              leftSection={phone ? undefined : <IconSearch {...icon} />}
              onClick={() => setFinding(true)}
            >
              {phone ? <IconSearch {...icon} /> : 'Find by SSN'}
            </Button>
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf', 'csv']}
              onExport={(format) =>
                download(offline.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
            <Button
              size={size}
              variant="filled"
              leftSection={<IconPlus {...icon} />}
              onClick={() => void navigate({ to: paths.newForm })}
            >
              {phone ? 'New' : 'New Form'}
            </Button>
          </>
        }
      >
        <FilterBar filters={filters} values={address} onChange={change} />
      </PageHeader>
      <DataTable<OfflineRow, OfflineSort>
        label="Offline applications"
        columns={offlineColumns}
        rows={page?.data}
        rowKey={(row) => String(row.applicationId)}
        rowName={nameOf}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Applications haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(address, page?.totalRecords ?? 0, change, () => void navigate({ to: paths.newForm }))}
        sorting={{ sort: query.sort ?? 'createdDate', order: query.order ?? 'desc' }}
        onSort={change}
        onOpen={(row) => opened.open(row.applicationId)}
        selects="one"
        selected={selected}
        onSelect={setSelected}
        remember={remember}
        phone={offlinePhoneRow}
        expected={query.pageSize}
      />
      <SelectionBar
        count={chosen.length}
        note={first?.applicant}
        actions={
          first
            ? [
                { label: 'View', icon: <IconEye {...icon} />, onClick: () => opened.open(first.applicationId) },
                {
                  label: 'Notes',
                  icon: <IconNote {...icon} />,
                  onClick: () => note(first.applicationId, first.applicant),
                },
              ]
            : []
        }
        onClear={() => setSelected(new Set())}
      />
      {page ? (
        <Pager
          page={query.pageNumber}
          pageSize={query.pageSize}
          total={page.totalRecords}
          sizes={operationsPageSizes}
          onPage={(pageNumber) => change({ pageNumber })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      ) : null}
      <FindBySsn opened={finding} onOpen={opened.open} onClose={() => setFinding(false)} />
      <OfflineModal id={address.application} onNotes={note} onClose={opened.close} />
      <NotesDialog of={noted} onClose={() => setNoted(null)} />
    </ListScreen>
  )
}

type Change = (values: typeof noOfflineFilters | { pageNumber: number }) => unknown

/** Why the list is empty, and what to do about it. */
function nothingOf(address: OfflineAddress, total: number, change: Change, onNew: () => void): Nothing {
  return whyEmpty({
    total,
    filtered: isFiltered(address),
    unfit: 'No application that you may see fits these filters.',
    none: { why: 'No application has been submitted yet.', action: { label: 'New Form', onClick: onNew } },
    onFirst: () => change({ pageNumber: 1 }),
    onClear: () => change(noOfflineFilters),
  })
}
