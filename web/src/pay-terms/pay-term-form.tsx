import { type PayBasis, payBases } from '@coverdesk/domain/pay-terms/pay-term-fields.ts'
import { payBasisWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { MoneyField, PercentField } from '../ui/fields/amount-fields.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { FieldPair } from '../ui/form/form-modal.tsx'

export const searchPaidAgents = searchAgents('AgentRate')

export const paidAgentFilter: readonly Filter[] = [
  { name: 'agentId', label: 'Agent', kind: 'select', search: searchPaidAgents },
]

export const payTimes: readonly Choice[] = [
  { value: 'now', label: 'In force' },
  { value: 'coming', label: 'Upcoming' },
  { value: 'ended', label: 'Ended' },
]

/** Filters of dated terms of an agent and carrier: agent, carrier, those of the kind, and time. */
export function useDatedTermFilters(ofKind: readonly Filter[]): readonly Filter[] {
  const carriers = useCarrierChoices()
  return useMemo<readonly Filter[]>(
    () => [
      ...paidAgentFilter,
      {
        name: 'carrierId',
        label: 'Carrier',
        kind: 'select',
        choices: [{ value: '0', label: 'Any carrier' }, ...carriers],
      },
      ...ofKind,
      { name: 'when', label: 'When', kind: 'select', choices: payTimes },
    ],
    [carriers, ofKind],
  )
}

const basisChoices: readonly Choice[] = payBases.map((value) => ({ value, label: payBasisWords[value] }))

/** Fields of a form for a part of what is received. */
export type PartForm = { basis: PayBasis; percent: string; amount: string }

export const emptyPart: PartForm = { basis: 'percent', percent: '', amount: '' }
export const formOfPart = ({
  basis,
  percent,
  amount,
}: {
  basis: PayBasis
  percent: string | null
  amount: string | null
}) => ({
  basis,
  percent: percent ?? '',
  amount: amount ?? '',
})

/** Schema of a form: the input schema of its call after `prepare`, with its problems at the form's fields. */
export function formSchema<Form, Said>(schema: z.ZodType<Said>, prepare: (form: Form) => unknown = (form) => form) {
  return z.custom<Form>().transform((form, context) => {
    const call = schema.safeParse(prepare(form))
    for (const { path, message } of call.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
    return call.success ? call.data : z.NEVER
  })
}

/** The value of the basis that is not chosen is dropped. */
export const withoutOtherBasis = <Form extends PartForm>(form: Form) => ({
  ...form,
  percent: form.basis === 'percent' ? form.percent : null,
  amount: form.basis === 'perMember' ? form.amount : null,
})

/** Basis, and the percentage or the dollars that belong to it. */
export function PartFields() {
  const basis = useWatch<PartForm, 'basis'>({ name: 'basis' })
  return (
    <FieldPair>
      <SelectField<PartForm> name="basis" label="Basis" source={{ choices: basisChoices }} />
      {basis === 'percent' ? (
        <PercentField<PartForm> name="percent" label="Percent" />
      ) : (
        <MoneyField<PartForm> name="amount" label="Amount" />
      )}
    </FieldPair>
  )
}

/** An agent; the one of a saved row can't change. */
export function AgentField({ name }: { name: string | undefined }) {
  return (
    <SelectField<{ agentId: number | '' }>
      name="agentId"
      label="Agent"
      numeric
      disabled={name !== undefined}
      source={{ search: searchPaidAgents, nameOf: () => name }}
    />
  )
}

/** A carrier, or none for any; the one of a saved row can't change. */
export function CarrierField({ row }: { row: { carrierId: number | null; carrierName: string | null } | undefined }) {
  const carriers = useCarrierChoices()
  const choices = row?.carrierId ? [{ value: String(row.carrierId), label: row.carrierName ?? '' }] : carriers
  return (
    <SelectField<{ carrierId: number | '' }>
      name="carrierId"
      label="Carrier"
      optional
      numeric
      placeholder="Any carrier"
      disabled={row !== undefined}
      source={{ choices }}
    />
  )
}

/** First and last day. */
export function DayFields() {
  return (
    <FieldPair>
      <DateField<{ startDate: string }> name="startDate" label="Start date" />
      <DateField<{ endDate: string }> name="endDate" label="End date" optional />
    </FieldPair>
  )
}

export const overrideLevels: readonly Choice[] = ['1', '2', '3', '4', '5'].map((level) => ({
  value: level,
  label: level,
}))
