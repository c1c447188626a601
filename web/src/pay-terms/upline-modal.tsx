import { NewUpline, type UplineRow, uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { AgentField, DayFields, formSchema, searchPaidAgents } from './pay-term-form.tsx'
import type { PayTermModalProps } from './pay-term-list.tsx'
import { PayTermModal } from './pay-term-modal.tsx'

type Form = { agentId: number | ''; uplineId: number | ''; startDate: string; endDate: string }

const schema = formSchema<Form, NewUpline>(NewUpline)
const formOf = ({ agentId, uplineId, startDate, endDate }: UplineRow): Form => ({
  agentId,
  uplineId,
  startDate,
  endDate: endDate ?? '',
})
const labels = { agentId: 'Agent', uplineId: 'Upline', startDate: 'Start date', endDate: 'End date' }
const refreshes = [uplines.list]

/** New and Edit Upline; editing can't change the agent. */
export function UplineModal({ row, agentId, ...props }: PayTermModalProps<UplineRow>) {
  const create = useSend(uplines.create, { refreshes })
  const edit = useSend(uplines.edit, { refreshes })
  return (
    <PayTermModal<UplineRow, Form, NewUpline>
      {...props}
      noun="upline"
      row={row}
      schema={schema}
      empty={{ agentId: agentId ?? '', uplineId: '', startDate: '', endDate: '' }}
      formOf={formOf}
      labels={labels}
      reload={(id) => call(uplines.one, { id })}
      create={create.mutateAsync}
      edit={({ agentId: _, ...said }, { id, version }) => edit.mutateAsync({ ...said, id, version })}
    >
      <AgentField name={row?.agentName} />
      <SelectField<Form>
        name="uplineId"
        label="Upline"
        numeric
        source={{ search: searchPaidAgents, nameOf: () => row?.uplineName }}
        help="Earns overrides on what this agent sells."
      />
      <DayFields />
    </PayTermModal>
  )
}
