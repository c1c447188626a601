import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Id, portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { RateFilters, type RateRow, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { IconArrowLeft, IconEdit, IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { RecordHistory } from '../history/record-history.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import type { FilterChange } from '../ui/filters/filter.ts'
import { rateColumns, rateName, ratePhoneRow } from './rate-columns.tsx'
import { rateFilters } from './rate-filters.ts'
import { RateModal } from './rate-modal.tsx'

const changesOf = (id: number) => apiQuery(rates.history, { id })
const noRight = "You don't have permission to change rates"
/** Id without an agent: an invalid URL must not show all agents' rates. */
const noAgentId = Number.MAX_SAFE_INTEGER

/** /portal/manage/rates and /portal/manage/rates/{agentId}: rates of all agents, or of one (RATE-01, A-048). */
export function RatesPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const ofAgent = params.agentId === undefined ? undefined : (Id.safeParse(params.agentId).data ?? noAgentId)
  const list = useList(rates.list, {
    screen: 'rates',
    address: RateFilters,
    fixed: useMemo(() => (ofAgent === undefined ? undefined : { agentId: ofAgent }), [ofAgent]),
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const { address, change, chosen } = list
  const agentId = ofAgent ?? address.agentId
  const { data: agent } = useQuery({ ...apiQuery(agents.one, { id: agentId ?? 0 }), enabled: agentId !== undefined })
  const [modal, setModal] = useState<{ opened: boolean; rate: RateRow | undefined }>({ opened: false, rate: undefined })
  const [historyOf, setHistoryOf] = useState<RateRow>()
  const today = todayIn(new Date())
  const columns = useMemo(() => rateColumns(today), [today])
  const phoneRow = useMemo(() => ratePhoneRow(today), [today])
  const carriers = useCarrierChoices()
  const filters = useMemo(() => rateFilters(carriers, agent?.name), [carriers, agent?.name])
  const navigate = useNavigate()
  const mayWrite = useHasAccess(actionRules.editsRates)
  const [first] = chosen
  const noSelection = first ? undefined : 'Select a rate first'
  const create = () => mayWrite && setModal({ opened: true, rate: undefined })
  const edit = useCallback((rate: RateRow) => setModal({ opened: true, rate }), [])
  /** The filter shows the agent of the page, too. */
  const values = useMemo(
    () => (ofAgent === undefined || agent === undefined ? list.values : { ...list.values, agentId: ofAgent }),
    [ofAgent, agent, list.values],
  )
  /** On an agent's page, choosing another agent navigates to that agent's page, and none to the rates of all. */
  const setFilters = (values: FilterChange) => {
    if (ofAgent === undefined || !('agentId' in values)) return change(values)
    const to = values.agentId ? paths.ratesOf(Number(values.agentId)) : paths.rates
    return navigate({ to, search: { carrierId: address.carrierId, when: address.when, ...values, agentId: undefined } })
  }
  return (
    <ListScreen
      list={{ ...list, values }}
      title="Agent Rates"
      label="Rates"
      note={agent?.name}
      columns={columns}
      rowName={rateName}
      phone={phoneRow}
      sizes={portalPageSizes}
      filters={filters}
      onFilter={setFilters}
      buttons={[
        { label: 'Go Back', icon: IconArrowLeft, onClick: () => void navigate({ to: paths.agents }) },
        {
          label: 'New Rate',
          short: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'New rate',
          refused: mayWrite ? undefined : noRight,
          onClick: create,
        },
      ]}
      actions={[
        {
          label: 'History',
          icon: IconHistory,
          inHeader: true,
          refused: noSelection,
          onClick: () => first && setHistoryOf(first),
        },
        {
          label: 'Edit Rate',
          icon: IconEdit,
          inHeader: true,
          keys: 'e',
          description: 'Edit the selected rate',
          refused: mayWrite ? noSelection : noRight,
          onClick: () => first && mayWrite && edit(first),
        },
      ]}
      selects="one"
      onOpen={mayWrite ? edit : undefined}
      noMatches="No rates match these filters."
      noData={{
        why: agentId === undefined ? 'No rates yet.' : 'This agent has no rates yet.',
        ...(mayWrite ? { action: { label: 'New Rate', onClick: create } } : {}),
      }}
    >
      <RateModal
        opened={modal.opened}
        rate={modal.rate}
        agent={agent && { id: agent.id, name: agent.name }}
        onCreated={list.showCreated}
        onClose={() => setModal((shown) => ({ ...shown, opened: false }))}
      />
      <RecordHistory
        changesOf={changesOf}
        record={historyOf}
        nameOf={rateName}
        onClose={() => setHistoryOf(undefined)}
      />
    </ListScreen>
  )
}
