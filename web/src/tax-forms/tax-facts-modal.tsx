import {
  type TaxFacts,
  TaxFactsToSave,
  taxClassifications,
  taxForms,
} from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { classificationWords } from '@coverdesk/domain/tax-forms/tax-form-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { CityField } from '../lookups/city-field.tsx'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../lookups/use-zip-places.ts'
import { formSchema } from '../pay-terms/pay-term-form.tsx'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SegmentedField, SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'

type Form = {
  classification: string
  legalName: string
  businessName: string
  tinKind: string
  tin: string
  street: string
  unit: string
  city: string
  state: string
  zipCode: string
  signedOn: string
}

const formOf = (facts: TaxFacts): Form => ({
  classification: facts.classification ?? '',
  legalName: facts.legalName,
  businessName: facts.businessName,
  tinKind: facts.tinKind ?? 'ssn',
  tin: '',
  street: facts.street,
  unit: facts.unit,
  city: facts.city,
  state: facts.state,
  zipCode: facts.zipCode,
  signedOn: facts.signedOn ?? '',
})
const nothing: Form = {
  classification: '',
  legalName: '',
  businessName: '',
  tinKind: 'ssn',
  tin: '',
  street: '',
  unit: '',
  city: '',
  state: '',
  zipCode: '',
  signedOn: '',
}

const choices = taxClassifications.map((value) => ({ value, label: classificationWords[value] }))

/** Tax facts of an agent, as on Form W-9. The number is never kept as a draft. */
export function TaxFactsModal({ opened, agentId, onClose }: { opened: boolean; agentId: number; onClose(): void }) {
  const query = useQuery({ ...apiQuery(taxForms.facts, { agentId }), enabled: opened, staleTime: 0 })
  const save = useSend(taxForms.saveFacts, {
    refreshes: [taxForms.facts, taxForms.list, taxForms.totals, taxForms.own],
  })
  const editConflict = useEditConflict<Form>({ what: 'tax facts', onReload: query.refetch })
  const facts = query.data
  const version = facts?.version ?? 0
  return (
    <FormModal<Form, ReturnType<typeof TaxFactsToSave.parse>>
      opened={opened}
      onClose={onClose}
      title={facts ? `Tax facts of ${facts.agentName}` : 'Tax facts'}
      schema={formSchema<Form, ReturnType<typeof TaxFactsToSave.parse>>(TaxFactsToSave, (form) => ({
        ...form,
        agentId,
        version,
      }))}
      values={facts ? formOf(facts) : nothing}
      submit="Save tax facts"
      placeholder={facts ? undefined : query.error ? failureMessage(query.error) : 'Loading …'}
      formKey={`${agentId} ${version} ${editConflict.round}`}
      notice={editConflict.shown}
      onSubmit={async (said) => {
        try {
          await save.mutateAsync(said)
          toasts.success('Tax facts saved')
          onClose()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      <SelectField<Form> name="classification" label="Tax classification" source={{ choices }} />
      <W9Fields last4={facts?.tinLast4 ?? null} />
    </FormModal>
  )
}

const places = stateAndCity<Form>('state', 'city')

/** An employee gets a W-2, so nothing else is asked. */
function W9Fields({ last4 }: { last4: string | null }) {
  const states = useStateChoices()
  const cities = useZipPlaces<Form>('zipCode', places)
  if (useWatch<Form, 'classification'>({ name: 'classification' }) === 'employee') return null
  return (
    <>
      <FieldPair>
        <TextField<Form> name="legalName" label="Legal name" maxLength={80} help="Line 1 of the W-9." />
        <TextField<Form> name="businessName" label="Business name" optional maxLength={80} />
      </FieldPair>
      <FieldPair>
        <SegmentedField<Form>
          name="tinKind"
          label="Tax number is"
          choices={[
            { value: 'ssn', label: 'SSN' },
            { value: 'ein', label: 'EIN' },
          ]}
        />
        <DigitsField<Form>
          name="tin"
          label="Tax number"
          most={9}
          optional={last4 !== null}
          help={last4 === null ? 'Nine digits' : `Ends in ${last4}. Leave empty to keep it.`}
        />
      </FieldPair>
      <FieldPair>
        <TextField<Form> name="street" label="Street or PO box" maxLength={100} />
        <TextField<Form> name="unit" label="Suite or floor" optional maxLength={100} />
      </FieldPair>
      <FieldPair>
        <TextField<Form> name="zipCode" label="ZIP code" inputMode="numeric" maxLength={10} />
        <CityField<Form> name="city" label="City" maxLength={60} cities={cities} />
      </FieldPair>
      <FieldPair>
        <SelectField<Form> name="state" label="State" source={{ choices: states }} />
        <DateField<Form> name="signedOn" label="W-9 signed on" optional />
      </FieldPair>
    </>
  )
}
