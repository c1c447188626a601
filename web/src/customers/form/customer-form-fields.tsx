import { customerLabels } from '@coverdesk/domain/customers/customer-fields.ts'
import { useWatch } from 'react-hook-form'
import { SellingWarning } from '../../agents/selling-warning.tsx'
import type { Choice } from '../../ui/choices/choice.ts'
import { SegmentedField, SelectField } from '../../ui/fields/choice-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { PhoneField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { FieldPair } from '../../ui/form/form-modal.tsx'
import { useLanguages } from '../customer-choices.ts'
import type { CustomerForm } from './customer-values.ts'

const yesNo = [
  { value: true, label: 'YES' },
  { value: false, label: 'NO' },
]
const sexes = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
]

type AgentSource = { search(typed: string): Promise<readonly Choice[]>; nameOf?(value: string): string | undefined }

/** Fields of New and Edit, with an agent choice where there is one and warnings about the agent. */
export function CustomerFormFields({
  agent,
  stateId = null,
}: {
  agent: AgentSource | undefined
  stateId?: number | null
}) {
  const languages = useLanguages()
  const agentId = useWatch<CustomerForm, 'agentId'>({ name: 'agentId' })
  const { firstName, middleName, lastName, email, phone, dob, sex, usCitizen, ...labels } = customerLabels
  return (
    <>
      <FieldPair>
        <TextField<CustomerForm> name="firstName" label={firstName} />
        <TextField<CustomerForm> name="middleName" label={middleName} optional />
      </FieldPair>
      <TextField<CustomerForm> name="lastName" label={lastName} />
      <TextField<CustomerForm> name="email" label={email} type="email" />
      <FieldPair>
        <PhoneField<CustomerForm> name="phone" label={phone} optional />
        <DateField<CustomerForm> name="dob" birth label={dob} optional />
      </FieldPair>
      <FieldPair>
        <SegmentedField<CustomerForm> name="sex" label={sex} choices={sexes} />
        <SegmentedField<CustomerForm> name="usCitizen" label={usCitizen} optional choices={yesNo} />
      </FieldPair>
      <FieldPair>
        <SelectField<CustomerForm>
          name="tglanguageSpkid"
          label={labels.tglanguageSpkid}
          optional
          numeric
          source={{ choices: languages }}
        />
        <SelectField<CustomerForm>
          name="tglanguageMailId"
          label={labels.tglanguageMailId}
          optional
          numeric
          source={{ choices: languages }}
        />
      </FieldPair>
      {agent ? (
        <SelectField<CustomerForm>
          name="agentId"
          label={labels.agentId}
          optional
          numeric
          placeholder="Name or NPN"
          source={agent}
        />
      ) : null}
      {agent && agentId ? <SellingWarning agentId={Number(agentId)} stateId={stateId} /> : null}
    </>
  )
}
