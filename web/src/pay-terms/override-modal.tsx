import { NewOverride, type OverrideRow, overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { ShortSelectField } from '../ui/fields/choice-fields.tsx'
import {
  AgentField,
  CarrierField,
  DayFields,
  emptyPart,
  formOfPart,
  formSchema,
  overrideLevels,
  PartFields,
  type PartForm,
  withoutOtherBasis,
} from './pay-term-form.tsx'
import type { PayTermModalProps } from './pay-term-list.tsx'
import { PayTermModal } from './pay-term-modal.tsx'

type Form = PartForm & {
  agentId: number | ''
  carrierId: number | ''
  level: string
  startDate: string
  endDate: string
}

const schema = formSchema<Form, NewOverride>(NewOverride, withoutOtherBasis)
const formOf = (row: OverrideRow): Form => ({
  agentId: row.agentId,
  carrierId: row.carrierId ?? '',
  level: String(row.level),
  ...formOfPart(row),
  startDate: row.startDate,
  endDate: row.endDate ?? '',
})
const labels = {
  agentId: 'Agent',
  carrierId: 'Carrier',
  level: 'Level',
  basis: 'Basis',
  percent: 'Percent',
  amount: 'Amount',
  startDate: 'Start date',
  endDate: 'End date',
}
const refreshes = [overrides.list]

/** New and Edit Override; editing can't change agent and carrier. */
export function OverrideModal({ row, agentId, ...props }: PayTermModalProps<OverrideRow>) {
  const create = useSend(overrides.create, { refreshes })
  const edit = useSend(overrides.edit, { refreshes })
  return (
    <PayTermModal<OverrideRow, Form, NewOverride>
      {...props}
      noun="override"
      row={row}
      schema={schema}
      empty={{ agentId: agentId ?? '', carrierId: '', level: '1', ...emptyPart, startDate: '', endDate: '' }}
      formOf={formOf}
      labels={labels}
      reload={(id) => call(overrides.one, { id })}
      create={create.mutateAsync}
      edit={({ agentId: _, carrierId: __, ...said }, { id, version }) => edit.mutateAsync({ ...said, id, version })}
    >
      <AgentField name={row?.agentName} />
      <CarrierField row={row} />
      <ShortSelectField<Form>
        name="level"
        label="Level"
        choices={overrideLevels}
        help="Level 1: agents whose upline this agent is. Level 2: the agents below those."
      />
      <PartFields />
      <DayFields />
    </PayTermModal>
  )
}
