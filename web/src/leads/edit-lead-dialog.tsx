import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type LeadRow, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { useRef } from 'react'
import type { z } from 'zod'
import { apiQuery, queryClient, useSend } from '../platform/api/query.ts'
import { wasShown } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { CallLink } from '../telephony/call-link.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { LeadFields, LeadForm, sentLead, sexes } from './lead-fields.tsx'
import css from './leads.module.css'

type Typed = z.input<typeof LeadForm>
type Sent = z.output<typeof LeadForm>

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
      await edit.mutateAsync({ ...sentLead(typed), id: shown.id, version })
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
      {shown?.phone ? (
        <p className={css.call}>
          <CallLink phone={shown.phone}>Call {showPhone(shown.phone)}</CallLink>
        </p>
      ) : null}
      <LeadFields />
    </FormModal>
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
