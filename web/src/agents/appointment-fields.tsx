import { expiries } from '@coverdesk/domain/agents/expiry.ts'
import { useWatch } from 'react-hook-form'
import { useCarrierChoices, useStateChoices } from '../lookups/lookup-choices.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import type { AgentForm } from './agent-form.ts'
import css from './agents.module.css'
import { CredentialEntries } from './credential-entries.tsx'
import { ExpiryPill } from './expiry-pill.tsx'

interface Props {
  /** Names of inactive carriers that appear in appointments. */
  names: readonly { carrierId: number; carrierName: string }[]
}

/** Carrier appointments of the agent by state. */
export function AppointmentFields({ names }: Props) {
  const [states, offered] = [useStateChoices(), useCarrierChoices()]
  const inactive = names
    .map(({ carrierId, carrierName }) => ({ value: String(carrierId), label: carrierName }))
    .filter((choice, at, all) => all.findIndex(({ value }) => value === choice.value) === at)
    .filter(({ value }) => !offered.some((choice) => choice.value === value))
  const carriers = [...offered, ...inactive]
  const appointments = useWatch<AgentForm, 'appointments'>({ name: 'appointments' })
  const ending = expiries(
    [],
    appointments.map((appointment) => ({
      ...appointment,
      carrierId: Number(appointment.carrierId),
      expiry: appointment.expiry || null,
      terminated: appointment.terminated || null,
    })),
  )
  return (
    <CredentialEntries
      name="appointments"
      one="appointment"
      none="No carrier appointments yet. The agent can't sell any carrier’s plans."
      first="carrierId"
      make={() => ({ carrierId: '', state: '', number: '', effective: '', expiry: '', terminated: '' })}
    >
      {(index) => (
        <>
          <SelectField<AgentForm>
            name={`appointments.${index}.carrierId`}
            label="Carrier"
            numeric
            source={{ choices: carriers }}
          />
          <SelectField<AgentForm> name={`appointments.${index}.state`} label="State" source={{ choices: states }} />
          <TextField<AgentForm> name={`appointments.${index}.number`} label="Number" maxLength={35} />
          <DateField<AgentForm> name={`appointments.${index}.effective`} label="Effective" />
          <DateField<AgentForm> name={`appointments.${index}.expiry`} label="Expiry" />
          <DateField<AgentForm> name={`appointments.${index}.terminated`} label="Terminated" />
          <div className={css.warning}>
            <ExpiryPill expiry={ending.find((expiry) => expiry.index === index)?.expiry ?? null} />
          </div>
        </>
      )}
    </CredentialEntries>
  )
}
