import {
  AgentContractFilters,
  type AgentContractRow,
  type agentContractSorts,
  agentContracts,
} from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { carrierWords, partWords, payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconCash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { payTimes, searchPaidAgents } from './pay-term-form.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

const AgentContractModal = lazy(async () => ({
  default: (await import('./agent-contract-modal.tsx')).AgentContractModal,
}))
const MinimumPayoutModal = lazy(async () => ({
  default: (await import('./minimum-payout-modal.tsx')).MinimumPayoutModal,
}))

const columns: readonly ListColumn<AgentContractRow, (typeof agentContractSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 180, sort: 'agent', pinned: true },
  { id: 'carrier', header: 'Carrier', cell: carrierWords, width: 140, grow: 1 },
  { id: 'part', header: 'Part', cell: partWords, width: 150, align: 'right' },
  { id: 'startDate', header: 'Start date', cell: (row) => row.startDate, kind: 'date', width: 110, sort: 'startDate' },
  { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110 },
]
const phone: PhoneRow<AgentContractRow> = {
  title: (row) => row.agentName,
  subtitle: (row) => `${carrierWords(row)}, ${payDaysWords(row)}`,
  figure: partWords,
  first: 'figure',
}
const nameOf = (row: AgentContractRow) =>
  `the contract of ${row.agentName}, ${carrierWords(row)}, ${partWords(row)}, ${payDaysWords(row)}`

/** /portal/commissions/contracts: the part of what carriers pay that each agent earns, by dates. */
export function AgentContractsPage() {
  const list = useList(agentContracts.list, {
    screen: 'agent-contracts',
    address: AgentContractFilters,
    sorting: { sort: 'agent', order: 'asc' },
    newest: 'newest',
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, 'contract')
  const [minimum, setMinimum] = useState<{ agent: AgentContractRow; opened: boolean }>()
  const carriers = useCarrierChoices()
  const filters = useMemo<readonly Filter[]>(
    () => [
      { name: 'agentId', label: 'Agent', kind: 'select', search: searchPaidAgents },
      {
        name: 'carrierId',
        label: 'Carrier',
        kind: 'select',
        choices: [{ value: '0', label: 'Any carrier' }, ...carriers],
      },
      { name: 'when', label: 'When', kind: 'select', choices: payTimes },
    ],
    [carriers],
  )
  const [first] = list.chosen
  return (
    <ListScreen
      list={list}
      title="Agent Contracts"
      label="Contracts"
      columns={columns}
      rowName={nameOf}
      phone={phone}
      sizes={portalPageSizes}
      filters={filters}
      buttons={screen.buttons}
      actions={[
        {
          label: 'Minimum payout',
          icon: IconCash,
          refused: first ? undefined : 'Select a contract of the agent first',
          onClick: () => first && setMinimum({ agent: first, opened: true }),
        },
        ...screen.actions,
      ]}
      selects="one"
      onOpen={screen.onOpen}
      noMatches="No contracts match these filters."
      noData={{
        why: 'No contracts yet. Agents without one are paid by their rates.',
        ...(screen.mayWrite ? { action: { label: 'New Contract', onClick: screen.create } } : {}),
      }}
    >
      <Suspense>
        {screen.used ? (
          <AgentContractModal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} />
        ) : null}
        {minimum ? (
          <MinimumPayoutModal
            {...minimum}
            mayWrite={screen.mayWrite}
            onClose={() => setMinimum({ ...minimum, opened: false })}
          />
        ) : null}
      </Suspense>
      <PayTermDialogs calls={agentContracts} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
