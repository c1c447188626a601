import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { LeadInput, type LeadRow, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { useRef } from 'react'
import type { z } from 'zod'
import { CityField } from '../lookups/city-field.tsx'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../lookups/use-zip-places.ts'
import { apiQuery, queryClient, useSend } from '../platform/api/query.ts'
import { wasShown } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { PhoneField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'

const LeadForm = LeadInput.omit({ id: true, version: true })
type Typed = z.input<typeof LeadForm>
type Sent = z.output<typeof LeadForm>

const sexes = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
]

const words: FieldLabels<Typed> = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: { label: 'Date of birth', show: (value) => showDate(value) },
  sex: { label: 'Sex', show: (value) => sexes.find((sex) => sex.value === value)?.label ?? '' },
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  plan: 'Plan',
}

/** Edit Lead: saves with 'Edit success!', or shows 'Edit error' with the reason in the form (LEAD-09, LEAD-10). */
export function EditLeadDialog({ lead, onClose }: { lead: LeadRow | null; onClose(): void }) {
  const edit = useSend(leads.edit, { refreshes: [leads.list, leads.one, leads.history] })
  const last = useRef(lead)
  if (lead) last.current = lead
  const shown = last.current
  /** Newer version that was loaded while the form is open; the next save is based on it. */
  const reloaded = useRef<{ id: number; version: number }>(undefined)
  const reload = async () => {
    if (!shown) return undefined
    const now = await queryClient.fetchQuery({ ...apiQuery(leads.one, { id: shown.id }), staleTime: 0 })
    reloaded.current = { id: now.id, version: now.version }
    return valuesOf(now)
  }
  const editConflict = useEditConflict<Typed>({ what: 'lead', onReload: reload, merge: { reload, fields: words } })
  const close = () => {
    reloaded.current = undefined
    editConflict.forget()
    onClose()
  }
  const save = async (typed: Sent) => {
    if (!shown) return
    try {
      const version = reloaded.current?.id === shown.id ? reloaded.current.version : shown.version
      await edit.mutateAsync({ ...plain(typed), id: shown.id, version })
    } catch (failure) {
      const shown = await editConflict.notice(failure)
      if (!wasShown(failure)) toasts.error('Edit error')
      throw shown
    }
    toasts.success('Edit success!')
    close()
  }
  return (
    <FormModal<Typed, Sent>
      opened={lead !== null}
      onClose={close}
      title="Edit Lead"
      schema={LeadForm}
      values={shown ? valuesOf(shown) : {}}
      submit="Save lead"
      draftKey={shown ? `lead:${shown.id}` : undefined}
      formKey={`${shown?.id} ${editConflict.round}`}
      notice={editConflict.shown}
      onSubmit={save}
    >
      <FieldPair>
        <TextField<Typed> name="firstName" label="First name" optional maxLength={150} />
        <TextField<Typed> name="middleName" label="Middle name" optional maxLength={150} />
      </FieldPair>
      <TextField<Typed> name="lastName" label="Last name" optional maxLength={150} />
      <FieldPair>
        <DateField<Typed> name="dob" label="Date of birth" optional />
        <SelectField<Typed> name="sex" label="Sex" optional source={{ choices: sexes }} />
      </FieldPair>
      <PhoneField<Typed> name="phone" label="Phone" optional />
      <TextField<Typed> name="address" label="Address" optional maxLength={200} />
      <Place />
      <TextField<Typed> name="plan" label="Plan" optional maxLength={200} />
    </FormModal>
  )
}

const places = stateAndCity<Typed>('state', 'city')

/** ZIP code, which fills in city and state. */
function Place() {
  const states = useStateChoices()
  const cities = useZipPlaces<Typed>('zipCode', places)
  return (
    <>
      <TextField<Typed> name="zipCode" label="ZIP code" optional maxLength={10} />
      <FieldPair>
        <CityField<Typed> name="city" label="City" optional maxLength={100} cities={cities} />
        <SelectField<Typed> name="state" label="State" optional source={{ choices: states }} />
      </FieldPair>
    </>
  )
}

function valuesOf(lead: LeadRow): Typed {
  const { firstName, middleName, lastName } = lead
  return {
    firstName,
    middleName,
    lastName,
    dob: lead.dob ?? '',
    sex: lead.sex ?? '',
    phone: showPhone(lead.phone),
    address: lead.address ?? '',
    city: lead.city ?? '',
    state: lead.state ?? '',
    zipCode: lead.zipCode ?? '',
    plan: lead.plan ?? '',
  }
}

/** Converts form values to the call's input; '' for missing values. */
function plain(typed: Sent): Typed {
  const { firstName, middleName, lastName, dob, sex } = typed
  return {
    firstName,
    middleName,
    lastName,
    dob: dob ?? '',
    sex: sex ?? '',
    phone: typed.phone ?? '',
    address: typed.address ?? '',
    city: typed.city ?? '',
    state: typed.state ?? '',
    zipCode: typed.zipCode ?? '',
    plan: typed.plan ?? '',
  }
}
