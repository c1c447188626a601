import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useCarrierChoices, useStateChoices } from '../lookups/lookup-choices.ts'
import { useAddress } from '../platform/address.ts'
import { download } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useListPage } from '../platform/list-page.ts'
import { toasts } from '../platform/toasts.tsx'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { ColumnChooser } from '../ui/column-chooser.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DensitySwitch } from '../ui/density-switch.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { policyActions } from './policy-actions.tsx'
import { PolicyAddress, pageInAddress, policyQueryOf } from './policy-address.ts'
import { monthDue, policyColumns, policyContactColumns, policyPhoneRow, policyPreference } from './policy-columns.tsx'
import { policyFilters } from './policy-filters.ts'
import { PolicyModal } from './policy-modal.tsx'
import { useNoPolicies } from './use-no-policies.ts'
import { useOpenPolicy } from './use-open-policy.ts'

/** The list of policies in both variants: filters, months of the current year, detail, export (POLICY-01 to POLICY-15). */
export function PolicyListPage() {
  const today = todayIn(new Date())
  const { query: address, change } = useAddress(PolicyAddress)
  const query = useMemo(() => policyQueryOf(address), [address])
  const { page, busy, error, retry } = useListPage(policies.list, query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const remember = useScreenPreference('policies', policyPreference)
  const [carriers, states] = [useCarrierChoices(), useStateChoices()]
  const filters = useMemo(
    () => policyFilters({ carriers, states, state: address.state }),
    [carriers, states, address.state],
  )
  const phoneRow = useMemo(() => policyPhoneRow(monthDue(today)), [today])
  const opened = useOpenPolicy(address, change)
  const empty = useNoPolicies(address, page?.totalRecords ?? 0, change)
  useShortcuts(tableKeys)

  const phone = usePhone()
  const contact = address.contact === '1'
  const columns = contact ? policyContactColumns : policyColumns
  const chosen = page?.data.filter((row) => selected.has(String(row.id))) ?? []
  return (
    <ListScreen>
      <PageHeader
        title="Policies"
        total={page?.totalRecords}
        actions={
          <>
            {phone ? null : (
              <Switch
                label="Contact columns"
                checked={contact}
                onChange={() => change({ contact: contact ? undefined : '1', pageNumber: pageInAddress(address) })}
              />
            )}
            <ColumnChooser columns={columns} remember={remember} />
            <DensitySwitch remember={remember} />
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf']}
              onExport={(format) =>
                download(policies.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
          </>
        }
      >
        <FilterBar filters={filters} values={address} onChange={change} aside={`Commissions ${today.slice(0, 4)}`} />
      </PageHeader>
      <DataTable
        label="Policies"
        columns={columns}
        rows={page?.data}
        rowKey={(row) => String(row.id)}
        rowName={(row) => row.policyNumber}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Policies haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={empty}
        sorting={{ sort: query.sort ?? 'insured', order: query.order ?? 'asc' }}
        onSort={change}
        onOpen={opened.open}
        selected={phone ? undefined : selected}
        onSelect={setSelected}
        remember={remember}
        phone={phoneRow}
        expected={query.pageSize}
      />
      <SelectionBar
        count={chosen.length}
        note={chosen.length === 1 ? chosen[0]?.policyNumber : undefined}
        actions={policyActions(chosen, { contact, hidden: remember.value.hidden ?? [] }, opened.open)}
        onClear={() => setSelected(new Set())}
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
      <PolicyModal id={address.policy} onShow={opened.show} onClose={opened.close} />
    </ListScreen>
  )
}
