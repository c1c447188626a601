import { digitsOf } from '@coverdesk/domain/fields/personal-numbers.ts'
import { OwnBankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { z } from 'zod'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'

/** An account as it is typed: the number twice, since a wrong one pays someone else. */
export type AccountForm = {
  holderName: string
  routingNumber: string
  accountNumber: string
  repeated: string
  kind: string
  holder: string
  startDate: string
}

/** A schema of an account with the number typed twice, whose output is the call's input. */
export function typedTwice<Form extends AccountForm, Said>(schema: z.ZodType<Said>) {
  return z.custom<Form>().transform(({ repeated, ...typed }, context): Said => {
    const call = schema.safeParse(typed)
    for (const { path, message } of call.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
    const isSame = digitsOf(repeated) === digitsOf(typed.accountNumber)
    if (!isSame) context.addIssue({ code: 'custom', path: ['repeated'], message: 'The account numbers differ' })
    return call.success && isSame ? call.data : z.NEVER
  })
}

export const OwnAccountForm = typedTwice<AccountForm, z.output<typeof OwnBankAccount>>(OwnBankAccount)

export const emptyAccount = (today: string): AccountForm => ({
  holderName: '',
  routingNumber: '',
  accountNumber: '',
  repeated: '',
  kind: 'checking',
  holder: 'consumer',
  startDate: today,
})

/** Name, routing number, account number, and what kind of account it is. */
export function AccountFields() {
  return (
    <>
      <TextField<AccountForm> name="holderName" label="Name on the account" maxLength={60} />
      <DigitsField<AccountForm>
        name="routingNumber"
        label="Routing number"
        most={9}
        help="Nine digits, at the lower left of a check."
      />
      <FieldPair>
        <DigitsField<AccountForm> name="accountNumber" label="Account number" most={17} />
        <DigitsField<AccountForm> name="repeated" label="Account number again" most={17} />
      </FieldPair>
      <FieldPair>
        <SegmentedField<AccountForm>
          name="kind"
          label="Account"
          choices={[
            { value: 'checking', label: 'Checking' },
            { value: 'savings', label: 'Savings' },
          ]}
        />
        <SegmentedField<AccountForm>
          name="holder"
          label="Belongs to"
          choices={[
            { value: 'consumer', label: 'A person' },
            { value: 'business', label: 'A business' },
          ]}
        />
      </FieldPair>
      <DateField<AccountForm>
        name="startDate"
        label="Start date"
        help="Pay goes to it from this day on. The account before it ends on the day before."
      />
    </>
  )
}
