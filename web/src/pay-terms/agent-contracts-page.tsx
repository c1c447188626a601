import {
  AgentContractFilters,
  type AgentContractRow,
  agentContracts,
} from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { carrierWords, partWords, payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { IconCash } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { z } from 'zod'
import { PageTabs } from '../lists/page-tabs.tsx'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { useDatedTermFilters } from './pay-term-form.tsx'
import { PayTermList, type PayTermListOf } from './pay-term-list.tsx'
import { SplitList } from './splits/split-list.tsx'

const MinimumPayoutModal = lazy(async () => ({
  default: (await import('./minimum-payout-modal.tsx')).MinimumPayoutModal,
}))

const ContractsTab = z.object({ tab: z.literal('splits').optional() })

const tabs = [{ label: 'Contracts' }, { tab: 'splits', label: 'Policy splits' }]

const noMore: readonly Filter[] = []

const agentContractList: PayTermListOf<typeof agentContracts.list, typeof AgentContractFilters> = {
  calls: agentContracts,
  screen: 'agent-contracts',
  noun: 'contract',
  title: 'Agent Contracts',
  label: 'Contracts',
  address: AgentContractFilters,
  sorting: { sort: 'agent', order: 'asc' },
  newest: 'newest',
  columns: [
    { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 180, sort: 'agent', pinned: true },
    { id: 'carrier', header: 'Carrier', cell: carrierWords, width: 140, grow: 1 },
    { id: 'part', header: 'Part', cell: partWords, width: 150, align: 'right' },
    {
      id: 'startDate',
      header: 'Start date',
      cell: (row) => row.startDate,
      kind: 'date',
      width: 110,
      sort: 'startDate',
    },
    { id: 'endDate', header: 'End date', cell: (row) => row.endDate, kind: 'date', width: 110 },
  ],
  phone: {
    title: (row) => row.agentName,
    subtitle: (row) => `${carrierWords(row)}, ${payDaysWords(row)}`,
    figure: partWords,
    first: 'figure',
  },
  useFilters: () => useDatedTermFilters(noMore),
  nameOf: (row) => `the contract of ${row.agentName}, ${carrierWords(row)}, ${partWords(row)}, ${payDaysWords(row)}`,
  Modal: lazy(async () => ({ default: (await import('./agent-contract-modal.tsx')).AgentContractModal })),
  file: 'contracts',
  noMatches: 'No contracts match these filters.',
  noData: 'No contracts yet. Agents without one are paid by their rates.',
  useExtras: useMinimumPayout,
}

/** /portal/commissions/contracts: the part of what carriers pay that each agent earns, by dates. */
export function AgentContractsPage() {
  const { tab } = useInAddress(ContractsTab)
  const tools = <PageTabs label="Contracts and splits" to={paths.agentContracts} tabs={tabs} current={tab} />
  return tab === 'splits' ? (
    <SplitList key="splits" tools={tools} />
  ) : (
    <PayTermList key="contracts" of={agentContractList} tools={tools} />
  )
}

function useMinimumPayout(first: AgentContractRow | undefined, mayWrite: boolean) {
  const [minimum, setMinimum] = useState<{ agent: AgentContractRow; opened: boolean }>()
  return {
    actions: [
      {
        label: 'Minimum payout',
        icon: IconCash,
        refused: first ? undefined : 'Select a contract of the agent first',
        onClick: () => first && setMinimum({ agent: first, opened: true }),
      },
    ],
    dialogs: minimum ? (
      <MinimumPayoutModal {...minimum} mayWrite={mayWrite} onClose={() => setMinimum({ ...minimum, opened: false })} />
    ) : null,
  }
}
