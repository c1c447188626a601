import type { CustomerDetail } from '@coverdesk/domain/customers/customer-contract.ts'
import {
  CustomerFields,
  customerLabels,
  formatCustomerField,
  futureBirthMessage,
} from '@coverdesk/domain/customers/customer-fields.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import type { Choice } from '../../ui/choices/choice.ts'
import type { FieldLabels } from '../../ui/form/edit-conflict.tsx'
import { useCustomerAgents, useLanguages } from '../customer-choices.ts'

/** Form schema; also rejects a date of birth in the future (CUST-09). */
export const CustomerForm = CustomerFields.extend({
  dob: CustomerFields.shape.dob.refine(
    (dob) => futureBirthMessage(dob, todayIn(new Date())) === undefined,
    'Not later than today',
  ),
  /** '' if no agent is assigned. */
  agentId: z.union([z.literal('').transform(() => null), Id]),
})
export type CustomerForm = z.input<typeof CustomerForm>
export type CustomerTyped = z.output<typeof CustomerForm>

export type CustomerFilled = { readonly [Name in keyof Required<CustomerForm>]: string | number | boolean }

export const emptyCustomer: Partial<CustomerForm> = {
  firstName: '',
  middleName: '',
  lastName: '',
  email: '',
  phone: '',
  dob: '',
  usCitizen: '',
  tglanguageSpkid: '',
  tglanguageMailId: '',
  agentId: '',
}

/** Initial form values; sex is empty only in imported records without it. */
export function formOf(customer: CustomerDetail): CustomerFilled {
  return {
    firstName: customer.firstName,
    middleName: customer.middleName,
    lastName: customer.lastName,
    email: customer.email ?? '',
    phone: showPhone(customer.phone),
    dob: customer.dob ?? '',
    sex: customer.sex ?? '',
    usCitizen: customer.usCitizen ?? '',
    tglanguageSpkid: customer.tglanguageSpkid ?? '',
    tglanguageMailId: customer.tglanguageMailId ?? '',
    agentId: customer.agentId ?? '',
  }
}

export function valuesOf(customer: CustomerDetail): Partial<CustomerForm> {
  const { email, phone, usCitizen, tglanguageSpkid, tglanguageMailId, dob, sex, agentId } = customer
  const { firstName, middleName, lastName } = customer
  return {
    firstName,
    middleName,
    lastName,
    email: email ?? '',
    phone: showPhone(phone),
    dob: dob ?? '',
    usCitizen: usCitizen ?? '',
    tglanguageSpkid: tglanguageSpkid ?? '',
    tglanguageMailId: tglanguageMailId ?? '',
    agentId: agentId ?? '',
    ...(sex ? { sex } : {}),
  }
}

/** Labels and formats of the fields in an edit conflict. */
export function useCustomerWords(): FieldLabels<CustomerFilled> {
  const languages = useLanguages()
  const agents = useCustomerAgents()
  return useMemo(() => {
    const named = (choices: readonly Choice[]) => (id: unknown) =>
      choices.find(({ value }) => value === String(id))?.label ?? String(id)
    const word = (name: keyof typeof customerLabels) => ({
      label: customerLabels[name],
      show: (value: string | number | boolean) => formatCustomerField(name, value),
    })
    return {
      firstName: word('firstName'),
      middleName: word('middleName'),
      lastName: word('lastName'),
      email: word('email'),
      phone: word('phone'),
      dob: word('dob'),
      sex: word('sex'),
      usCitizen: word('usCitizen'),
      tglanguageSpkid: { label: customerLabels.tglanguageSpkid, show: named(languages) },
      tglanguageMailId: { label: customerLabels.tglanguageMailId, show: named(languages) },
      agentId: { label: customerLabels.agentId, show: named(agents) },
    }
  }, [languages, agents])
}
