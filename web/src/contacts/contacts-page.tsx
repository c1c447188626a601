import { type ContactRow, contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useStateChoices } from '../lookups/lookup-choices.ts'
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
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { whyEmpty } from '../ui/why-empty.ts'
import { ContactAddress, contactQueryOf } from './contact-address.ts'
import { type ContactSort, contactColumns, contactPhoneRow, contactPreference, fullName } from './contact-columns.tsx'
import { contactFilters, isFiltered, noContactFilters } from './contact-filters.ts'
import { ContactModal } from './contact-modal.tsx'
import { useOpenContact } from './use-open-contact.ts'

/** Everybody the agency knows: filters, details, export (CONTACT-01 to CONTACT-06). */
export function ContactsPage() {
  const { query: address, change } = useAddress(ContactAddress)
  const query = useMemo(() => contactQueryOf(address), [address])
  const { page, busy, error, retry } = useListPage(contacts.list, query)
  const remember = useScreenPreference('contacts', contactPreference)
  const states = useStateChoices()
  const filters = useMemo(() => contactFilters(states), [states])
  const opened = useOpenContact(address, change)
  const navigate = useNavigate()
  const phone = usePhone()
  const open = useCallback(({ id }: ContactRow) => opened.open(id), [opened.open])
  useShortcuts(tableKeys)
  return (
    <ListScreen>
      <PageHeader
        title="Contacts"
        total={page?.totalRecords}
        actions={
          <>
            <ColumnChooser columns={contactColumns} remember={remember} />
            <DensitySwitch remember={remember} />
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf', 'csv']}
              onExport={(format) =>
                download(contacts.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
            <Button
              size={phone ? 'xl' : 'sm'}
              leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden />}
              onClick={() => void navigate({ to: paths.contactDuplicates })}
            >
              Possible duplicates
            </Button>
            <Button
              size={phone ? 'xl' : 'sm'}
              leftSection={<IconUsers size={16} stroke={1.75} aria-hidden />}
              onClick={() => void navigate({ to: paths.customerManage })}
            >
              Customers
            </Button>
          </>
        }
      >
        <FilterBar filters={filters} values={address} onChange={change} />
      </PageHeader>
      <DataTable<ContactRow, ContactSort>
        label="Contacts"
        columns={contactColumns}
        rows={page?.data}
        rowKey={(row) => String(row.id)}
        rowName={fullName}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Contacts haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(address, page?.totalRecords ?? 0, change)}
        sorting={{ sort: query.sort ?? 'name', order: query.order ?? 'asc' }}
        onSort={change}
        onOpen={open}
        remember={remember}
        phone={contactPhoneRow}
        expected={query.pageSize}
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
      <ContactModal id={address.contact} onClose={opened.close} />
    </ListScreen>
  )
}

type Change = (values: typeof noContactFilters | { pageNumber: number }) => unknown

/** Why the list is empty, and what to do about it. */
function nothingOf(address: ContactAddress, total: number, change: Change): Nothing {
  return whyEmpty({
    total,
    filtered: isFiltered(address),
    unfit: 'No contact that you may see fits these filters.',
    none: { why: 'No contact that you may see is there yet.' },
    onFirst: () => change({ pageNumber: 1 }),
    onClear: () => change(noContactFilters),
  })
}
