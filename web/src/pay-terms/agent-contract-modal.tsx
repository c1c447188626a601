import {
  type AgentContractRow,
  agentContracts,
  NewAgentContract,
} from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import {
  AgentField,
  CarrierField,
  DayFields,
  emptyPart,
  formOfPart,
  formSchema,
  PartFields,
  type PartForm,
  withoutOtherBasis,
} from './pay-term-form.tsx'
import type { PayTermModalProps } from './pay-term-list.tsx'
import { PayTermModal } from './pay-term-modal.tsx'

type Form = PartForm & { agentId: number | ''; carrierId: number | ''; startDate: string; endDate: string }

const schema = formSchema<Form, NewAgentContract>(NewAgentContract, withoutOtherBasis)
const formOf = (row: AgentContractRow): Form => ({
  agentId: row.agentId,
  carrierId: row.carrierId ?? '',
  ...formOfPart(row),
  startDate: row.startDate,
  endDate: row.endDate ?? '',
})
const labels = {
  agentId: 'Agent',
  carrierId: 'Carrier',
  basis: 'Basis',
  percent: 'Percent',
  amount: 'Amount',
  startDate: 'Start date',
  endDate: 'End date',
}
const refreshes = [agentContracts.list]

/** New and Edit Contract; editing can't change agent and carrier. */
export function AgentContractModal({ row, agentId, ...props }: PayTermModalProps<AgentContractRow>) {
  const create = useSend(agentContracts.create, { refreshes })
  const edit = useSend(agentContracts.edit, { refreshes })
  return (
    <PayTermModal<AgentContractRow, Form, NewAgentContract>
      {...props}
      noun="contract"
      row={row}
      schema={schema}
      empty={{ agentId: agentId ?? '', carrierId: '', ...emptyPart, startDate: '', endDate: '' }}
      formOf={formOf}
      labels={labels}
      reload={(id) => call(agentContracts.one, { id })}
      create={create.mutateAsync}
      edit={({ agentId: _, carrierId: __, ...said }, { id, version }) => edit.mutateAsync({ ...said, id, version })}
    >
      <AgentField name={row?.agentName} />
      <CarrierField row={row} />
      <PartFields />
      <DayFields />
    </PayTermModal>
  )
}
