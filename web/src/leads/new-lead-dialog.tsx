import { leads, mayRunLeads, NewLead, none } from '@coverdesk/domain/leads/lead-contract.ts'
import type { z } from 'zod'
import { useHasAccess } from '../access/current-user.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { LeadFields, sentLead } from './lead-fields.tsx'

type Typed = z.input<typeof NewLead>

/** Adds a lead who called in or was referred; the office chooses the agent. */
export function NewLeadDialog(props: {
  opened: boolean
  agents: readonly Choice[]
  onCreated(id: number): void
  onClose(): void
}) {
  const { opened, agents, onCreated, onClose } = props
  const runs = useHasAccess(mayRunLeads)
  const create = useSend(leads.create, { refreshes: [leads.list] })
  const save = async ({ agentId, ...typed }: z.output<typeof NewLead>) => {
    const lead = await create.mutateAsync({ ...sentLead(typed), ...(runs ? { agentId: agentId ?? none } : {}) })
    toasts.success('Lead added.')
    onClose()
    onCreated(lead.id)
  }
  return (
    <FormModal<Typed, z.output<typeof NewLead>>
      opened={opened}
      onClose={onClose}
      title="New Lead"
      schema={NewLead}
      values={blank}
      submit="Add lead"
      draftKey="lead:new"
      onSubmit={save}
    >
      <LeadFields />
      {runs ? <SelectField<Typed> name="agentId" label="Agent" optional source={{ choices: agents }} /> : null}
    </FormModal>
  )
}

const blank: Typed = {
  firstName: '',
  middleName: '',
  lastName: '',
  dob: '',
  sex: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  plan: '',
}
