import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Id, portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { type RateRow, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useMayPass } from '../access/person.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { useAddress } from '../platform/address.ts'
import { download } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useListPage } from '../platform/list-page.ts'
import { paths } from '../platform/paths.ts'
import { ask } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { ColumnChooser } from '../ui/column-chooser.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DensitySwitch } from '../ui/density-switch.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import type { Choice, Filter, FilterChange } from '../ui/filter.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import type { Nothing } from '../ui/list-column.ts'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { noRateFilters, RateAddress, type RateFilterName } from './rate-address.ts'
import { RateButtons } from './rate-buttons.tsx'
import { type RateSort, rateColumns, rateName, ratePhoneRow, timeWords } from './rate-columns.tsx'
import { RateHistory } from './rate-history.tsx'
import { RateModal } from './rate-modal.tsx'

/** /portal/manage/rates and /portal/manage/rates/{agentId}: the rates of all agents, or of one (RATE-01, A-048). */
export function RatesPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const ofAgent = Id.safeParse(params.agentId).data
  const { query: address, change } = useAddress(RateAddress)
  // An address that names nobody shows nobody's rates, and never everybody's.
  const agentId = params.agentId === undefined ? address.agentId : (ofAgent ?? nobody)
  const query = useMemo(() => ({ ...address, agentId }), [address, agentId])
  const { page, busy, error, retry } = useListPage(rates.list, query)
  const { data: agent } = useQuery({ ...ask(agents.one, { id: agentId ?? 0 }), enabled: agentId !== undefined })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [modal, setModal] = useState<{ opened: boolean; rate: RateRow | undefined }>({ opened: false, rate: undefined })
  const [remembered, setRemembered] = useState<RateRow>()
  const today = todayIn(new Date())
  const columns = useMemo(() => rateColumns(today), [today])
  const phoneRow = useMemo(() => ratePhoneRow(today), [today])
  const remember = useScreenPreference('rates', nothingChosen)
  const carriers = useCarrierChoices()
  const agentName = agent?.name
  const filters = useMemo(() => rateFilters(carriers, agentName), [carriers, agentName])
  const navigate = useNavigate()
  const phone = usePhone()
  const mayWrite = useMayPass('administrator admin.AgentRate')
  const chosen = page?.data.find((row) => selected.has(String(row.id)))
  const create = () => mayWrite && setModal({ opened: true, rate: undefined })
  const edit = useCallback((rate: RateRow) => mayWrite && setModal({ opened: true, rate }), [mayWrite])
  const back = () => void navigate({ to: paths.agents })
  /** On the screen of one agent another one has a screen of his or her own. */
  const setFilters = (values: FilterChange<RateFilterName>) => {
    if (params.agentId === undefined || !('agentId' in values)) return change(values)
    const to = values.agentId ? paths.ratesOf(Number(values.agentId)) : paths.rates
    return navigate({ to, search: { carrierId: address.carrierId, when: address.when, ...values, agentId: undefined } })
  }
  useShortcuts([
    { keys: 'n', does: 'New rate', run: create },
    { keys: 'e', does: 'Edit the selected rate', run: () => chosen && edit(chosen) },
    ...tableKeys,
  ])
  return (
    <ListScreen>
      <PageHeader
        title="Agent Rates"
        total={page?.totalRecords}
        note={agentName}
        actions={
          <>
            <ColumnChooser columns={columns} remember={remember} />
            <DensitySwitch remember={remember} />
            <ExportMenu
              total={page?.totalRecords}
              formats={['xlsx', 'pdf', 'csv']}
              onExport={(format) =>
                download(rates.list, query, format).catch((failure: unknown) =>
                  toasts.failure('Not exported.', failure),
                )
              }
            />
            <RateButtons
              chosen={chosen}
              mayWrite={mayWrite}
              phone={phone}
              onNew={create}
              onEdit={edit}
              onHistory={setRemembered}
              onBack={back}
            />
          </>
        }
      >
        <FilterBar filters={filters} values={query} onChange={setFilters} />
      </PageHeader>
      <DataTable<RateRow, RateSort>
        label="Rates"
        columns={columns}
        rows={page?.data}
        rowKey={keyOf}
        rowName={rateName}
        total={page?.totalRecords}
        offset={(query.pageNumber - 1) * query.pageSize}
        busy={busy}
        failed={error ? { title: "Rates haven't loaded?", why: failureMessage(error), retry } : undefined}
        empty={nothingOf(query, page?.totalRecords ?? 0, setFilters, mayWrite ? create : undefined)}
        sorting={{ sort: query.sort ?? 'agent', order: query.order ?? 'asc' }}
        onSort={change}
        {...(mayWrite ? { onOpen: edit } : {})}
        selected={selected}
        onSelect={setSelected}
        selects="one"
        remember={remember}
        phone={phoneRow}
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
      <RateModal
        opened={modal.opened}
        rate={modal.rate}
        agent={agent && { id: agent.id, name: agent.name }}
        onClose={() => setModal((shown) => ({ ...shown, opened: false }))}
      />
      <RateHistory rate={remembered} onClose={() => setRemembered(undefined)} />
    </ListScreen>
  )
}

const nothingChosen = {}
/** No agent has it. */
const nobody = Number.MAX_SAFE_INTEGER

function keyOf(row: RateRow): string {
  return String(row.id)
}

const whens: readonly Choice[] = Object.entries(timeWords).map(([value, label]) => ({ value, label }))

/** The filters of the list (RATE-02), and of when a rate is. */
function rateFilters(carriers: readonly Choice[], agentName: string | undefined): readonly Filter<RateFilterName>[] {
  return [
    { name: 'agentId', label: 'Agent', kind: 'select', search: searchAgents, nameOf: () => agentName },
    { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
    { name: 'when', label: 'When', kind: 'select', choices: whens },
  ]
}

/** Why the list is empty, and what to do about it. */
function nothingOf(
  { carrierId, when, agentId }: Pick<RateAddress, RateFilterName>,
  total: number,
  change: (values: FilterChange<RateFilterName> & { pageNumber?: undefined }) => unknown,
  create: (() => void) | undefined,
): Nothing {
  if (total > 0)
    return { why: 'The list ends before this page.', action: { label: 'First page', onClick: () => change({}) } }
  if (carrierId !== undefined || when !== undefined)
    return {
      why: 'No rate fits these filters.',
      action: { label: 'Clear Filters', onClick: () => change(noRateFilters) },
    }
  const why = agentId === undefined ? 'No agent has a rate yet.' : 'This agent has no rate yet.'
  return create ? { why, action: { label: 'New Rate', onClick: create } } : { why }
}
