import { type CustomerDetail, customers } from '@coverdesk/domain/customers/customer-contract.ts'
import {
  bornLater,
  CustomerFields,
  customerLabels,
  shownCustomerField,
} from '@coverdesk/domain/customers/customer-fields.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { SellingWarning } from '../agents/selling-warning.tsx'
import type { Opening } from '../platform/address-dialog.ts'
import { call } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { keyOf, useSend } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { SegmentedField, SelectField } from '../ui/choice-fields.tsx'
import { DateField } from '../ui/date-field.tsx'
import { PhoneField } from '../ui/digit-fields.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import type { Choice } from '../ui/filter.ts'
import { FieldPair, FormModal } from '../ui/form-modal.tsx'
import { type FieldWords, useOvertaken } from '../ui/overtaken.tsx'
import { Bone } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-fields.tsx'
import type { CustomerDialog } from './customer-address.ts'
import { searchCustomerAgents, useCustomerAgents, useLanguages } from './customer-choices.ts'
import css from './customers.module.css'

/** The fields as the form holds them; that nobody is born tomorrow is looked at here too (CUST-09). */
const CustomerForm = CustomerFields.extend({
  dob: CustomerFields.shape.dob.refine(
    (dob) => bornLater(dob, todayIn(new Date())) === undefined,
    'Not later than today',
  ),
  /** '' where the agency keeps the customer for no agent in particular. */
  agentId: z.union([z.literal('').transform(() => null), Id]),
})
type CustomerForm = z.input<typeof CustomerForm>
type Typed = z.output<typeof CustomerForm>

type Filled = { readonly [Name in keyof Required<CustomerForm>]: string | number | boolean }

const nobody: Partial<CustomerForm> = {
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

interface Props {
  opening: Opening<CustomerDialog>
  onClose(): void
  onCreated(id: number): void
}

/** New and Edit (CUST-05 to CUST-14). */
export function CustomerForms({ opening, onClose, onCreated }: Props) {
  const is = (dialog: CustomerDialog) => opening.opened && opening.dialog === dialog
  return (
    <>
      <NewCustomer opened={is('new')} onClose={onClose} onCreated={onCreated} />
      <EditCustomer opened={is('edit')} opening={opening} onClose={onClose} />
    </>
  )
}

/** What shows customers, and is stale after one changed. */
export const showsCustomers = [
  customers.list,
  customers.one,
  customers.everything,
  customers.history,
  customers.statuses,
] as const

function NewCustomer({
  opened,
  onClose,
  onCreated,
}: {
  opened: boolean
  onClose(): void
  onCreated(id: number): void
}) {
  const create = useSend(customers.create, { refreshes: showsCustomers })
  const agents = useCustomerAgents()
  const chooses = agents.length > 1
  return (
    <FormModal<CustomerForm, Typed>
      opened={opened}
      onClose={onClose}
      title="New customer"
      schema={CustomerForm}
      values={nobody}
      submit="Create customer"
      keepAs="customer:new"
      whenRight
      onInvalid={() => toasts.error('Validation form errors!')}
      onSubmit={async ({ agentId, ...typed }) => {
        try {
          // Left open, the server says whose it is: the person's own.
          const made = await create.mutateAsync({ ...typed, ...(agentId === null ? {} : { agentId }) })
          toasts.success('New Customer created successfully!')
          onCreated(made.id)
        } catch (failure) {
          toasts.failure('Error saving changes', failure)
          throw failure
        }
      }}
    >
      <Fields agent={chooses ? { search: searchCustomerAgents } : undefined} />
    </FormModal>
  )
}

function EditCustomer({
  opened,
  opening,
  onClose,
}: {
  opened: boolean
  opening: Opening<CustomerDialog>
  onClose(): void
}) {
  const { loaded, instead, reload } = useLoadedCustomer(opening)
  const update = useSend(customers.update, { refreshes: showsCustomers })
  const words = useFieldWords()
  const agents = useCustomerAgents()
  const overtaken = useOvertaken<Filled>({
    what: 'customer',
    onReload: reload,
    merge: {
      reload: async () => {
        const fresh = await reload()
        return fresh && formOf(fresh)
      },
      fields: words,
    },
  })
  const close = () => {
    overtaken.forget()
    onClose()
  }
  const current = loaded?.agentId == null ? undefined : { value: String(loaded.agentId), label: loaded.agentName ?? '' }
  const agent = useMemo(
    () => ({
      search: searchCustomerAgents,
      nameOf: (id: string) => (id === current?.value ? current.label : undefined),
    }),
    [current?.value, current?.label],
  )
  return (
    <FormModal<CustomerForm, Typed>
      opened={opened}
      onClose={close}
      title="Edit customer"
      schema={CustomerForm}
      values={loaded ? valuesOf(loaded) : {}}
      submit="Update customer"
      keepAs={`customer:${opening.id}`}
      instead={instead}
      round={`${opening.nth} ${overtaken.round}`}
      above={overtaken.shown}
      whenRight
      onInvalid={() => toasts.error('Validation form errors!')}
      onSubmit={async (typed) => {
        if (!loaded) return
        try {
          await update.mutateAsync({ ...typed, id: loaded.id, version: loaded.version })
          toasts.success('Changes saved successfully!')
          close()
        } catch (failure) {
          overtaken.notice(failure)
          toasts.failure('Error saving changes', failure)
          throw failure
        }
      }}
    >
      <Fields agent={agents.length > 1 ? agent : undefined} stateId={loaded?.stateId ?? null} />
    </FormModal>
  )
}

const yesNo = [
  { value: true, label: 'YES' },
  { value: false, label: 'NO' },
]
const sexes = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
]

type AgentSource = { search(typed: string): Promise<readonly Choice[]>; nameOf?(value: string): string | undefined }

function Fields({ agent, stateId = null }: { agent: AgentSource | undefined; stateId?: number | null }) {
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
        <DateField<CustomerForm> name="dob" label={dob} optional />
      </FieldPair>
      <FieldPair>
        <SegmentedField<CustomerForm> name="sex" label={sex} choices={sexes} />
        <SegmentedField<CustomerForm> name="usCitizen" label={usCitizen} choices={yesNo} />
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

/** The customer as the form begins; sex is empty only in records that came without it. */
function formOf(customer: CustomerDetail): Filled {
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

function valuesOf(customer: CustomerDetail): Partial<CustomerForm> {
  const { email, phone, usCitizen, tglanguageSpkid, tglanguageMailId, dob, sex, agentId } = customer
  const { firstName, middleName, lastName } = customer
  return {
    ...{ firstName, middleName, lastName, email: email ?? '', phone: showPhone(phone), dob: dob ?? '' },
    ...{ usCitizen: usCitizen ?? '', tglanguageSpkid: tglanguageSpkid ?? '', tglanguageMailId: tglanguageMailId ?? '' },
    ...{ agentId: agentId ?? '', ...(sex ? { sex } : {}) },
  }
}

/** How the fields read where two versions stand beside each other. */
function useFieldWords(): FieldWords<Filled> {
  const languages = useLanguages()
  const agents = useCustomerAgents()
  return useMemo(() => {
    const named = (choices: readonly Choice[]) => (id: unknown) =>
      choices.find(({ value }) => value === String(id))?.label ?? String(id)
    const word = (name: keyof typeof customerLabels) => ({
      label: customerLabels[name],
      show: (value: string | number | boolean) => shownCustomerField(name, value),
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

/** The customer that the form is about, asked anew each time it opens and not again under the person's hands. */
function useLoadedCustomer({ dialog, id, nth }: Opening<CustomerDialog>): {
  loaded: CustomerDetail | undefined
  instead: ReactNode
  reload(): Promise<CustomerDetail | undefined>
} {
  const { data, failureReason, refetch } = useQuery({
    queryKey: keyOf(customers.one, { id: id ?? 0 }, nth),
    queryFn: ({ signal }) => call(customers.one, { id: id ?? 0 }, signal),
    enabled: dialog === 'edit' && id !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const retry = () => void refetch()
  return {
    loaded: data,
    reload: async () => (await refetch()).data,
    instead:
      id === undefined ? (
        <EmptyState title="No customer selected" why="Close this and select a customer in the list." />
      ) : data ? null : failureReason ? (
        <FailedState title="This customer hasn't loaded?" why={failureMessage(failureReason)} retry={retry} />
      ) : (
        <div className={css.bones} role="status" aria-label="Loading the customer">
          {[44, 72, 60, 80, 52, 66].map((width) => (
            <Bone key={width} width={`${width}%`} height={18} />
          ))}
        </div>
      ),
  }
}
