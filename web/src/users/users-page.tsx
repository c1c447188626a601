import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { type UserRow, users } from '@coverdesk/domain/users/user-contract.ts'
import { useMemo, useState } from 'react'
import { useAddress } from '../platform/address.ts'
import { useAddressDialog } from '../platform/address-dialog.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useListPage } from '../platform/list-page.ts'
import { toasts } from '../platform/toasts.tsx'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { ColumnChooser } from '../ui/column-chooser.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DensitySwitch } from '../ui/density-switch.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import type { Nothing } from '../ui/list-column.ts'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { whyEmpty } from '../ui/why-empty.ts'
import { actionsOnOne, refusedWith, selectionActions, UserButtons } from './user-actions.tsx'
import { UserAddress, type UserDialog, userQueryOf } from './user-address.ts'
import { useInstallation } from './user-choices.ts'
import { nameOf, type UserSort, userColumns, userPhoneRow, userPreference } from './user-columns.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import { isFiltered, noUserFilters, userFilters } from './user-filters.ts'

/** Who may log in, and what each may do (USER-01 to USER-21): the daily work of a security administrator. */
export function UsersPage() {
  const { query: address, change } = useAddress(UserAddress)
  const { oneOrg } = useInstallation()
  const query = useMemo(() => userQueryOf(address, oneOrg), [address, oneOrg])
  const { page, busy, error, retry } = useListPage(users.list, query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const remember = useScreenPreference('users', userPreference)
  const dialogs = useAddressDialog<UserDialog>('user', address, change)
  const phone = usePhone()
  const chosen = page?.data.filter((row) => selected.has(String(row.id))) ?? []
  const run = (dialog: UserDialog) => {
    if (dialog === 'new') return dialogs.open('new')
    const [first] = chosen
    if (!first) return toasts.error('No user selected.')
    if (chosen.length > 1) return toasts.warning(`${refusedWith(chosen.length)}.`)
    dialogs.open(dialog, first.id)
  }
  useShortcuts([
    { keys: 'n', does: 'Register a new user', run: () => run('new') },
    ...actionsOnOne.map(({ dialog, keys, does }) => ({ keys, does, run: () => run(dialog) })),
    ...tableKeys,
  ])
  return (
    <ListScreen>
      <PageHeader
        title="Users"
        total={page?.totalRecords}
        note={!phone && chosen.length > 0 ? `${chosen.length} selected` : undefined}
        actions={
          <>
            <ColumnChooser columns={userColumns} remember={remember} />
            <DensitySwitch remember={remember} />
            <UserButtons count={chosen.length} onDo={run} phone={phone} />
          </>
        }
      >
        <FilterBar filters={userFilters(oneOrg)} values={address} onChange={change} />
      </PageHeader>
      <DataTable<UserRow, UserSort>
        label="Users"
        columns={userColumns}
        rows={page?.data}
        rowKey={keyOf}
        rowName={nameOf}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Users haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(address, page?.totalRecords ?? 0, change)}
        sorting={{ sort: query.sort ?? 'userName', order: query.order ?? 'asc' }}
        onSort={change}
        onOpen={(row) => dialogs.open('edit', row.id)}
        selected={selected}
        onSelect={setSelected}
        remember={remember}
        phone={userPhoneRow}
        expected={query.pageSize}
      />
      {phone ? (
        <SelectionBar
          count={chosen.length}
          note={chosen[0] && chosen.length === 1 ? nameOf(chosen[0]) : undefined}
          actions={selectionActions(chosen.length, run)}
          onClear={() => setSelected(new Set())}
        />
      ) : null}
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
      <UserDialogs
        address={address}
        onShow={dialogs.show}
        onClose={dialogs.close}
        onRegistered={(id) => {
          setSelected(new Set([String(id)]))
          // The newest first and unfiltered, so that the new user is there whatever was looked at before (USER-05).
          dialogs.end({ ...noUserFilters, sort: 'createdDate', order: 'desc' })
        }}
      />
    </ListScreen>
  )
}

function keyOf(row: UserRow): string {
  return String(row.id)
}

type Change = (values: typeof noUserFilters | { pageNumber: number } | { dialog: 'new' }) => unknown

/** Why the list is empty, and what to do about it. */
function nothingOf(address: UserAddress, total: number, change: Change): Nothing {
  return whyEmpty({
    total,
    filtered: isFiltered(address),
    unfit: 'No user fits these filters.',
    none: {
      why: 'Nobody has been registered yet.',
      action: { label: 'New', onClick: () => change({ dialog: 'new' }) },
    },
    onFirst: () => change({ pageNumber: 1 }),
    onClear: () => change(noUserFilters),
  })
}
