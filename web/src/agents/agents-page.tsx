import { type AgentRow, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { IconCoin, IconEdit, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useAddressDialog } from '../platform/address/address-dialog.ts'
import { paths } from '../platform/address/paths.ts'
import { AgentAddress, type AgentDialog } from './agent-address.ts'
import { useAgentChoices } from './agent-choices.ts'
import { agentColumns, agentPhoneRow, agentPreference } from './agent-columns.tsx'
import { agentFilters } from './agent-filters.ts'
import { AgentModal } from './agent-modal.tsx'

/** List of agents with filters and expiries; creates and edits agents (AGENT-01 to AGENT-13). */
export function AgentsPage() {
  const list = useList(agents.list, {
    screen: 'agents',
    initial: agentPreference,
    address: AgentAddress,
    sorting: { sort: 'name', order: 'asc' },
    newest: 'createdDate',
    rowKey: (row) => String(row.id),
  })
  const { types, locations, statuses, known } = useAgentChoices()
  const filters = useMemo(
    () => agentFilters({ types, locations, statuses, known }),
    [types, locations, statuses, known],
  )
  const modal = useAddressDialog<AgentDialog>('agent', list)
  const edit = useCallback((row: AgentRow) => modal.open('edit', row.id), [modal.open])
  const create = () => modal.open('new')
  const navigate = useNavigate()
  const canSeeRates = useHasAccess('administrator view.AgentRate')
  const [first] = list.chosen
  const noSelection = first ? undefined : 'Select an agent first'
  return (
    <ListScreen
      list={list}
      title="Agents"
      columns={agentColumns}
      rowName={({ name }) => name}
      phone={agentPhoneRow}
      sizes={portalPageSizes}
      filters={filters}
      buttons={[
        {
          label: 'New Agent',
          short: 'New',
          icon: IconPlus,
          primary: true,
          keys: 'n',
          description: 'New agent',
          onClick: create,
        },
      ]}
      actions={[
        {
          label: 'Edit Agent',
          icon: IconEdit,
          inHeader: true,
          keys: 'e',
          description: 'Edit the selected agent',
          refused: noSelection,
          onClick: () => first && edit(first),
        },
        {
          label: 'Rate',
          icon: IconCoin,
          inHeader: true,
          keys: 'r',
          description: 'Rates of the selected agent',
          refused: canSeeRates ? noSelection : "You don't have permission to see rates",
          onClick: () => first && canSeeRates && void navigate({ to: paths.ratesOf(first.id) }),
        },
      ]}
      selects="one"
      onOpen={edit}
      noMatches="No agents match these filters."
      noData={{ why: 'No agents yet.', action: { label: 'New Agent', onClick: create } }}
    >
      <AgentModal
        address={list.address}
        onClose={modal.close}
        onSaved={list.select}
        onCreated={(id) => {
          modal.end({})
          list.showCreated(id)
        }}
      />
    </ListScreen>
  )
}
