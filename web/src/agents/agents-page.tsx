import { type AgentRow, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useMayPass } from '../access/person.ts'
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
import { AgentAddress, agentQueryOf } from './agent-address.ts'
import { AgentButtons } from './agent-buttons.tsx'
import { useAgentChoices } from './agent-choices.ts'
import { type AgentSort, agentColumns, agentPhoneRow, agentPreference } from './agent-columns.tsx'
import { agentFilters, isFiltered, noAgentFilters } from './agent-filters.ts'
import { AgentModal } from './agent-modal.tsx'
import { useAgentModal } from './use-agent-modal.ts'

/** The agency's agents: filters, who they are, what of theirs ends; new and edited ones (AGENT-01 to AGENT-13). */
export function AgentsPage() {
  const { query: address, change } = useAddress(AgentAddress)
  const query = useMemo(() => agentQueryOf(address), [address])
  const { page, busy, error, retry } = useListPage(agents.list, query)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const remember = useScreenPreference('agents', agentPreference)
  const choices = useAgentChoices()
  const { types, locations, statuses } = choices
  const filters = useMemo(() => agentFilters({ types, locations, statuses }), [types, locations, statuses])
  const modal = useAgentModal(address, change)
  const navigate = useNavigate()
  const phone = usePhone()
  const seesRates = useMayPass('administrator view.AgentRate')
  const chosen = page?.data.find((row) => selected.has(String(row.id)))
  const edit = useCallback((row: AgentRow) => modal.open('edit', row.id), [modal.open])
  const rate = () => chosen && seesRates && void navigate({ to: paths.ratesOf(chosen.id) })
  useShortcuts([
    { keys: 'n', does: 'New agent', run: () => modal.open('new') },
    { keys: 'e', does: 'Edit the selected agent', run: () => chosen && edit(chosen) },
    { keys: 'r', does: 'Rates of the selected agent', run: rate },
    ...tableKeys,
  ])
  return (
    <ListScreen>
      <PageHeader
        title="Agents"
        total={page?.totalRecords}
        actions={
          <>
            <ColumnChooser columns={agentColumns} remember={remember} />
            <DensitySwitch remember={remember} />
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf', 'csv']}
              onExport={(format) =>
                download(agents.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
            <AgentButtons
              chosen={chosen}
              seesRates={seesRates}
              phone={phone}
              onNew={() => modal.open('new')}
              onEdit={edit}
              onRate={rate}
            />
          </>
        }
      >
        <FilterBar filters={filters} values={address} onChange={change} />
      </PageHeader>
      <DataTable<AgentRow, AgentSort>
        label="Agents"
        columns={agentColumns}
        rows={page?.data}
        rowKey={keyOf}
        rowName={nameOf}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Agents haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(address, page?.totalRecords ?? 0, change)}
        sorting={{ sort: query.sort ?? 'name', order: query.order ?? 'asc' }}
        onSort={change}
        onOpen={edit}
        selected={selected}
        onSelect={setSelected}
        selects="one"
        remember={remember}
        phone={agentPhoneRow}
        expected={query.pageSize}
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
      <AgentModal address={address} onClose={modal.close} onSaved={(id) => setSelected(new Set([String(id)]))} />
    </ListScreen>
  )
}

function keyOf(row: AgentRow): string {
  return String(row.id)
}

function nameOf(row: AgentRow): string {
  return row.name
}

type Change = (values: typeof noAgentFilters | { pageNumber: number } | { dialog: 'new' }) => unknown

/** Why the list is empty, and what to do about it. */
function nothingOf(address: AgentAddress, total: number, change: Change): Nothing {
  return whyEmpty({
    total,
    filtered: isFiltered(address),
    unfit: 'No agent fits these filters.',
    none: { why: 'There is no agent yet.', action: { label: 'New Agent', onClick: () => change({ dialog: 'new' }) } },
    onFirst: () => change({ pageNumber: 1 }),
    onClear: () => change(noAgentFilters),
  })
}
