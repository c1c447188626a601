import { LeadFilters, type LeadRow, leads, mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconHistory, IconUpload } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useMayPass } from '../access/person.ts'
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
import type { Nothing } from '../ui/list-column.ts'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { whyEmpty } from '../ui/why-empty.ts'
import { leadActions } from './lead-actions.tsx'
import { useAgentChoices, useDispositions } from './lead-choices.ts'
import { type LeadSort, leadColumns, leadPhoneRow, leadPreference, leadRowText } from './lead-columns.tsx'
import { type LeadDialog, LeadDialogs } from './lead-dialogs.tsx'
import { isFiltered, leadFilters, noLeadFilters } from './lead-filters.ts'
import { leadName } from './lead-words.ts'

const noneSelected: ReadonlySet<string> = new Set()

/** The leads: filters, dispositions, assignment, files of them (LEAD-01 to LEAD-14). */
export function LeadsPage() {
  const { query, change } = useAddress(LeadFilters)
  const { page, busy, error, retry } = useListPage(leads.list, query)
  const remember = useScreenPreference('leads', leadPreference)
  const hidden = remember.value.hidden ?? leadPreference.hidden ?? []
  const columns = useMemo(() => leadColumns((row) => leadRowText(row, hidden)), [hidden])
  const [agents, statuses] = [useAgentChoices(), useDispositions()]
  const filters = useMemo(() => leadFilters(agents, statuses), [agents, statuses])
  const [selected, setSelected] = useState(noneSelected)
  const [dialog, setDialog] = useState<LeadDialog | null>(null)
  const runs = useMayPass(mayRunLeads)
  const phone = usePhone()
  const openRow = useCallback((lead: LeadRow) => setDialog({ dialog: 'edit', lead }), [])
  useShortcuts(tableKeys)
  const chosen = page?.data.filter((row) => selected.has(String(row.id))) ?? []
  const [first] = chosen
  const size = phone ? 'xl' : 'sm'
  return (
    <ListScreen>
      <PageHeader
        title="Leads"
        total={page?.totalRecords}
        actions={
          <>
            <ColumnChooser columns={columns} remember={remember} />
            <DensitySwitch remember={remember} />
            <Button
              size={size}
              variant="subtle"
              leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
              onClick={() => setDialog({ dialog: 'recent' })}
            >
              Bulk changes
            </Button>
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf', 'csv']}
              onExport={(format) =>
                download(leads.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
            {runs ? (
              <Button
                size={size}
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
                onClick={() => setDialog({ dialog: 'upload' })}
              >
                Upload
              </Button>
            ) : null}
          </>
        }
      >
        <FilterBar filters={filters} values={query} onChange={change} />
      </PageHeader>
      <DataTable<LeadRow, LeadSort>
        label="Leads"
        columns={columns}
        rows={page?.data}
        rowKey={(row) => String(row.id)}
        rowName={leadName}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Leads haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(query, page?.totalRecords ?? 0, runs, change, () => setDialog({ dialog: 'upload' }))}
        sorting={{ sort: query.sort ?? 'newest', order: query.order ?? 'desc' }}
        onSort={change}
        onOpen={openRow}
        selected={selected}
        onSelect={setSelected}
        remember={remember}
        phone={leadPhoneRow}
        expected={query.pageSize}
      />
      <SelectionBar
        count={chosen.length}
        note={chosen.length === 1 && first ? leadName(first) : undefined}
        actions={leadActions(chosen, { hidden, runs }, setDialog)}
        onClear={() => setSelected(noneSelected)}
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
      <LeadDialogs
        open={dialog}
        statuses={statuses}
        agents={agents}
        onClose={() => setDialog(null)}
        onChanged={() => {
          setDialog(null)
          setSelected(noneSelected)
        }}
      />
    </ListScreen>
  )
}

type Change = (values: typeof noLeadFilters | { pageNumber: number }) => unknown

/** Why the list is empty, and what to do about it. */
function nothingOf(query: LeadFilters, total: number, runs: boolean, change: Change, upload: () => void): Nothing {
  return whyEmpty({
    total,
    filtered: isFiltered(query),
    unfit: 'No lead that you may see fits these filters.',
    none: runs
      ? { why: 'There is no lead yet.', action: { label: 'Upload', onClick: upload } }
      : { why: 'No lead is assigned to you yet.' },
    onFirst: () => change({ pageNumber: 1 }),
    onClear: () => change(noLeadFilters),
  })
}
