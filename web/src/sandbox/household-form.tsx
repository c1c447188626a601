import type { Relationship } from '@coverdesk/domain/sandbox/household-rule.ts'
import { SandboxHousehold, sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useSend } from '../platform/api/query.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { MoneyField } from '../ui/fields/amount-fields.tsx'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldRow, FormSection, PageForm } from '../ui/form/page-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { CountyField } from './county-field.tsx'
import type { HouseholdTyped } from './household-typed.ts'
import { LifeEventFields } from './life-event-fields.tsx'
import { PersonFields } from './person-fields.tsx'

interface HouseholdFormProps {
  visit: string
  name: string
  year: number
  today: string
  onSent(exchangeId: string): void
  onCancel(): void
}

const newPerson = (relationship: Relationship, lastName = '') => ({
  firstName: '',
  lastName,
  dob: '',
  sex: '',
  relationship,
  applies: true,
})
const blank: HouseholdTyped = {
  persons: [newPerson('self')],
  phone: '',
  email: '',
  address: '',
  zipCode: '',
  countyFips: '',
  income: '',
  event: '',
  eventDate: '',
}
const maxPersons = 12

/** Household application of the sandbox exchange. */
export function HouseholdForm({ visit, name, year, today, onSent, onCancel }: HouseholdFormProps) {
  const { mutateAsync } = useSend(sandbox.submit)
  const leave = useSend(sandbox.leave)
  const phone = usePhone()
  const size = phone ? 'xl' : 'sm'
  const [isSpecial, setSpecial] = useState(false)
  const title = `Application for ${isSpecial ? today.slice(0, 4) : year}`
  return (
    <>
      <PageHeader
        title={title}
        note={phone ? undefined : `Assisted by ${name}`}
        actions={
          <Button
            size={size}
            onClick={() => {
              leave.mutate({ visit })
              onCancel()
            }}
          >
            Cancel and go back
          </Button>
        }
      />
      <PageForm<HouseholdTyped, SandboxHousehold>
        label={title}
        schema={SandboxHousehold}
        values={blank}
        submit="Submit application"
        onSubmit={async (household) => {
          const { exchangeId } = await mutateAsync({
            ...household,
            visit,
            phone: household.phone ?? '',
            email: household.email ?? '',
            address: household.address ?? '',
          })
          onSent(exchangeId)
          return blank
        }}
      >
        <LifeEventFields today={today} onSpecial={setSpecial} />
        <Household today={today} />
        <FormSection title="Contact and place" note="Plans and prices depend on the county.">
          <FieldRow>
            <DigitsField<HouseholdTyped> name="zipCode" label="ZIP code" most={5} />
            <CountyField visit={visit} />
          </FieldRow>
          <TextField<HouseholdTyped> name="address" label="Address" optional maxLength={200} />
          <FieldRow>
            <TextField<HouseholdTyped> name="phone" label="Phone" type="tel" optional />
            <TextField<HouseholdTyped> name="email" label="Email" type="email" optional />
          </FieldRow>
        </FormSection>
        <FormSection title="Income" note="Combined income of everyone on the tax return. It determines the tax credit.">
          <MoneyField<HouseholdTyped> name="income" label="Household income per year" />
        </FormSection>
      </PageForm>
    </>
  )
}

function Household({ today }: { today: string }) {
  const { fields, append, remove } = useFieldArray<HouseholdTyped, 'persons'>({ name: 'persons' })
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <FormSection title="Household" note="Everyone on the tax return, even if not applying.">
      {fields.map(({ id }, place) => (
        <PersonFields key={id} place={place} today={today} onRemove={place === 0 ? null : () => remove(place)} />
      ))}
      <div>
        <Button
          size={size}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={fields.length >= maxPersons}
          onClick={() =>
            append(newPerson('child', fields.at(-1)?.lastName), { focusName: `persons.${fields.length}.relationship` })
          }
        >
          Add person
        </Button>
      </div>
    </FormSection>
  )
}
