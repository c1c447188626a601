import { type CustomerRow, customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useAddress } from '../platform/address.ts'
import { useAddressDialog, useOpening } from '../platform/address-dialog.ts'
import { download } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useListPage } from '../platform/list-page.ts'
import { paths } from '../platform/paths.ts'
import { toasts } from '../platform/toasts.tsx'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { ActionButton } from '../ui/action-button.tsx'
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
import { actionsOnOne, icon, refusedWithout } from './customer-actions.tsx'
import { CustomerAddress, type CustomerDialog, customerQueryOf } from './customer-address.ts'
import { useCustomerStatuses } from './customer-choices.ts'
import { type CustomerSort, customerColumns, customerPhoneRow, customerPreference } from './customer-columns.tsx'
import { CustomerDialogs } from './customer-dialogs.tsx'
import { customerFilters, isFiltered, noCustomerFilters } from './customer-filters.ts'
import { nameOf } from './customer-words.ts'

const nobody: ReadonlySet<string> = new Set()

/** The Customers screen (CUST-01 to CUST-16, SHELL-19): who the agency's customers are, and the daily work with one. */
export function CustomersPage() {
  const { query: address, change } = useAddress(CustomerAddress)
  const query = useMemo(() => customerQueryOf(address), [address])
  const { page, busy, error, retry } = useListPage(customers.list, query)
  const [selected, setSelected] = useState(nobody)
  const remember = useScreenPreference('customers', customerPreference)
  const statuses = useCustomerStatuses()
  const filters = useMemo(() => customerFilters(statuses), [statuses])
  const dialogs = useAddressDialog<CustomerDialog>('customer', address, change)
  const opening = useOpening(address.dialog, address.customer)
  const navigate = useNavigate()
  const phone = usePhone()
  const rows = page?.data ?? []
  const chosen = rows.find((row) => selected.has(String(row.id)))
  const refused = refusedWithout(chosen !== undefined)
  const run = (dialog: CustomerDialog) => (chosen ? dialogs.open(dialog, chosen.id) : toasts.warning(`${refused}.`))
  const open = ({ id }: CustomerRow) => void navigate({ to: paths.customerPage(id) })
  useShortcuts([
    { keys: 'n', does: 'New customer', run: () => dialogs.open('new') },
    ...actionsOnOne.map(({ dialog, keys, does }) => ({ keys, does, run: () => run(dialog) })),
    ...tableKeys,
  ])
  return (
    <ListScreen>
      <PageHeader
        title="Customers"
        total={page?.totalRecords}
        actions={
          <>
            <ColumnChooser columns={customerColumns} remember={remember} />
            <DensitySwitch remember={remember} />
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf', 'csv']}
              onExport={(format) =>
                download(customers.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
            {phone
              ? null
              : actionsOnOne.slice(0, 3).map(({ dialog, label, icon }) => (
                  <ActionButton key={dialog} icon={icon} refused={refused} onClick={() => run(dialog)}>
                    {label}
                  </ActionButton>
                ))}
            <Button
              size={phone ? 'xl' : 'sm'}
              variant="filled"
              leftSection={<IconPlus {...icon} />}
              onClick={() => dialogs.open('new')}
            >
              New
            </Button>
          </>
        }
      >
        <FilterBar filters={filters} values={address} onChange={change} />
      </PageHeader>
      <DataTable<CustomerRow, CustomerSort>
        label="Customers"
        columns={customerColumns}
        rows={page?.data}
        rowKey={keyOf}
        rowName={nameOf}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Customers haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(address, page?.totalRecords ?? 0, change)}
        sorting={{ sort: query.sort ?? 'fullName', order: query.order ?? 'asc' }}
        onSort={change}
        onOpen={open}
        selected={selected}
        onSelect={setSelected}
        selects="one or none"
        remember={remember}
        phone={customerPhoneRow}
        expected={query.pageSize}
      />
      <SelectionBar
        count={chosen ? 1 : 0}
        note={chosen ? nameOf(chosen) : undefined}
        actions={[
          ...(phone ? actionsOnOne.slice(0, 3) : []).map(({ dialog, label, icon }) => ({
            label,
            icon,
            onClick: () => run(dialog),
          })),
          { label: 'Details', hint: '↵', onClick: () => chosen && open(chosen) },
          ...actionsOnOne.slice(3).map(({ dialog, label, icon }) => ({
            label,
            icon,
            quiet: true,
            onClick: () => run(dialog),
          })),
        ]}
        onClear={() => setSelected(nobody)}
      />
      {page ? (
        <Pager
          page={query.pageNumber}
          pageSize={query.pageSize}
          total={page.totalRecords}
          sizes={portalPageSizes}
          onPage={(pageNumber) => change({ pageNumber })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      ) : null}
      <CustomerDialogs
        opening={opening}
        known={rows.find(({ id }) => id === opening.id)}
        onClose={dialogs.close}
        onCreated={(id) => {
          setSelected(new Set([String(id)]))
          // The newest first and unfiltered, so that the new customer is there whatever was looked at before (CUST-12).
          dialogs.end({ ...noCustomerFilters, sort: 'createdDate', order: 'desc' })
        }}
      />
    </ListScreen>
  )
}

function keyOf(row: CustomerRow): string {
  return String(row.id)
}

type Change = (values: typeof noCustomerFilters | { pageNumber: number } | { dialog: 'new' }) => unknown

/** Why the list is empty, and what to do about it. */
function nothingOf(address: CustomerAddress, total: number, change: Change): Nothing {
  return whyEmpty({
    total,
    filtered: isFiltered(address),
    unfit: 'No customer that you may see fits these filters.',
    none: { why: 'You have no customers yet.', action: { label: 'New', onClick: () => change({ dialog: 'new' }) } },
    onFirst: () => change({ pageNumber: 1 }),
    onClear: () => change(noCustomerFilters),
  })
}
