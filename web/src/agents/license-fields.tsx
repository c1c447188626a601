import { expiries } from '@coverdesk/domain/agents/expiry.ts'
import { useWatch } from 'react-hook-form'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { type AgentForm, lineChoices } from './agent-form.ts'
import css from './agents.module.css'
import { CredentialEntries } from './credential-entries.tsx'
import { ExpiryPill } from './expiry-pill.tsx'

/** State licenses of the agent, with a warning from 60 days before expiry. */
export function LicenseFields() {
  const states = useStateChoices()
  const licenses = useWatch<AgentForm, 'licenses'>({ name: 'licenses' })
  const ending = expiries(
    licenses.map((license) => ({ ...license, expiry: license.expiry || null })),
    [],
  )
  return (
    <CredentialEntries
      name="licenses"
      one="license"
      none="No state licenses yet. The agent can't sell anywhere."
      first="state"
      make={() => ({ state: '', number: '', line: 'Health', effective: '', expiry: '' })}
    >
      {(index) => (
        <>
          <SelectField<AgentForm> name={`licenses.${index}.state`} label="State" source={{ choices: states }} />
          <SelectField<AgentForm> name={`licenses.${index}.line`} label="Line" source={{ choices: lineChoices }} />
          <TextField<AgentForm> name={`licenses.${index}.number`} label="Number" maxLength={35} />
          <DateField<AgentForm> name={`licenses.${index}.effective`} label="Effective" />
          <DateField<AgentForm> name={`licenses.${index}.expiry`} label="Expiry" />
          <div className={css.warning}>
            <ExpiryPill expiry={ending.find((expiry) => expiry.index === index)?.expiry ?? null} />
          </div>
        </>
      )}
    </CredentialEntries>
  )
}
