import { activeAgent, isNpn } from '@coverdesk/domain/agents/may-sell.ts'
import { plainNpn } from '@coverdesk/domain/uploads/reading/plain-npn.ts'
import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { paths } from '../platform/address/paths.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { PhoneField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'
import type { AgentChoices } from './agent-choices.ts'
import type { AgentForm } from './agent-form.ts'
import { AgentHoldings } from './agent-holdings.tsx'
import css from './agents.module.css'

/** The agent, with a location that may be inactive by now. */
interface Located {
  id: number
  locationId: number | null
  locationName: string | null
}

/** Details of an agent (AGENT-07); first name, login email, phone, NPN, location and type are required (AGENT-08). */
export function AgentDetailFields({ choices, agent }: { choices: AgentChoices; agent: Located | undefined }) {
  return (
    <>
      <div className={css.names}>
        <TextField<AgentForm> name="firstName" label="First name" />
        <TextField<AgentForm> name="middleName" label="Middle name" optional />
        <TextField<AgentForm> name="lastName" label="Last name" optional />
      </div>
      <FieldPair>
        <TextField<AgentForm> name="loginEmail" label="Login email" type="email" />
        <PhoneField<AgentForm> name="phone" label="Phone" />
      </FieldPair>
      <FieldPair>
        <NpnField />
        <SelectField<AgentForm>
          name="locationId"
          label="Location"
          numeric
          source={{
            choices: choices.locations,
            nameOf: (id) => (agent && String(agent.locationId) === id ? (agent.locationName ?? undefined) : undefined),
          }}
          help={
            choices.known && choices.locations.length === 0 ? (
              <>
                No locations yet. <Link to={paths.lists}>Add the first one in Lists</Link>
              </>
            ) : undefined
          }
        />
      </FieldPair>
      <FieldPair>
        <SelectField<AgentForm> name="agentTypeId" label="Agent type" numeric source={{ choices: choices.types }} />
        <SelectField<AgentForm>
          name="statusId"
          label="Status"
          optional
          numeric
          source={{ choices: choices.statuses }}
          placeholder="Active"
        />
      </FieldPair>
      {agent ? <IfLeaving agentId={agent.id} /> : null}
    </>
  )
}

/** Once the chosen status is another than Active. */
function IfLeaving({ agentId }: { agentId: number }) {
  const statusId = useWatch<AgentForm, 'statusId'>({ name: 'statusId' })
  return statusId === '' || statusId === activeAgent ? null : <AgentHoldings agentId={agentId} />
}

/** The specification allows 35 characters; warns about an invalid NPN, since the agent can't sell with it. */
function NpnField() {
  const npn = useWatch<AgentForm, 'npn'>({ name: 'npn' })
  const odd = npn.trim() !== '' && !isNpn(plainNpn(npn.trim()))
  return (
    <TextField<AgentForm>
      name="npn"
      label="NPN"
      help={odd ? "A National Producer Number has 1 to 10 digits. The agent can't sell with this one." : undefined}
    />
  )
}
