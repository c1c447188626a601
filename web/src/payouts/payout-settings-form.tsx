import {
  type PayoutSettings,
  PayoutSettingsToSave,
  payoutSettings,
} from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { CheckboxField, SegmentedField } from '../ui/fields/choice-fields.tsx'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldRow, FormSection, PageFormPart } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'

const Fields = PayoutSettingsToSave.omit({ version: true })
type Typed = z.input<typeof Fields>

const fieldsOf = ({ version: _, last4: __, ...names }: PayoutSettings): Typed => ({ ...names, accountNumber: '' })

/** The account that pays agents, and the agency's names in NACHA files, on the page of the agency. */
export function PayoutSettingsForm() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(payoutSettings.read, {}),
    // Never cached, and not refetched while the user types.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <FormSection
      title="Bank for paying agents"
      note="Your bank tells you these names and numbers when it sets up ACH origination. Every NACHA file of a pay run has them."
    >
      {error ? (
        <FailedLine title="Couldn't load the bank." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <SettingsForm key={data.version} stored={data} onSaved={() => void refetch()} />
      ) : (
        <SkeletonBar width="60%" height={36} />
      )}
    </FormSection>
  )
}

function SettingsForm({ stored, onSaved }: { stored: PayoutSettings; onSaved(): void }) {
  const save = useSend(payoutSettings.save)
  const known = stored.version > 0
  return (
    <PageFormPart
      label="Bank for paying agents"
      schema={Fields}
      values={fieldsOf(stored)}
      submit="Save bank"
      onSubmit={async (fields) => {
        const saved = await save.mutateAsync({ ...fields, version: stored.version })
        toasts.success('Changes saved')
        onSaved()
        return fieldsOf(saved)
      }}
    >
      <FieldRow>
        <TextField<Typed> name="bankName" label="Bank name" maxLength={23} />
        <DigitsField<Typed> name="routingNumber" label="Routing number" most={9} />
      </FieldRow>
      <FieldRow>
        <DigitsField<Typed>
          name="accountNumber"
          label="Account number"
          optional={known}
          most={17}
          help={known ? `Ends in ${stored.last4}. Leave empty to keep it.` : undefined}
        />
        <DigitsField<Typed>
          name="immediateDestination"
          label="Immediate destination"
          most={9}
          help="Routing number of the bank that receives the file."
        />
      </FieldRow>
      <SegmentedField<Typed>
        name="accountKind"
        label="Account type"
        choices={[
          { value: 'checking', label: 'Checking' },
          { value: 'savings', label: 'Savings' },
        ]}
      />
      <FieldRow>
        <TextField<Typed> name="immediateOrigin" label="Immediate origin" maxLength={10} help="Often 1 and your EIN." />
        <TextField<Typed> name="companyId" label="Company id" maxLength={10} help="Often 1 and your EIN." />
      </FieldRow>
      <FieldRow>
        <TextField<Typed>
          name="companyName"
          label="Company name"
          maxLength={16}
          help="Agents read it on their bank statements. Banks take 16 characters."
        />
        <TextField<Typed>
          name="entryDescription"
          label="Entry description"
          maxLength={10}
          help="COMMISSION, or PAYROLL if your bank asks for it."
        />
      </FieldRow>
      <CheckboxField<Typed>
        name="balanced"
        label="Balanced file"
        help="Files also debit this account. Only if your bank asks for an offset; most debit the account themselves."
      />
    </PageFormPart>
  )
}
