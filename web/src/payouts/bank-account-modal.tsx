import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { bankAccounts, NewBankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import type { z } from 'zod'
import { searchAgents } from '../lookups/lookup-choices.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { AccountFields, type AccountForm, emptyAccount, typedTwice } from './bank-account-fields.tsx'

type Form = AccountForm & { agentId: number | '' }
const schema = typedTwice<Form, z.output<typeof NewBankAccount>>(NewBankAccount)
export const searchPayees = searchAgents('AgentPayment')

/** Enters the account of an agent. What is typed is never kept as a draft. */
export function BankAccountModal({
  opened,
  agentId,
  onCreated,
  onClose,
}: {
  opened: boolean
  agentId: number | undefined
  onCreated(id: number): void
  onClose(): void
}) {
  const enter = useSend(bankAccounts.enter, { refreshes: [bankAccounts.list, bankAccounts.own] })
  return (
    <FormModal<Form, z.output<typeof NewBankAccount>>
      opened={opened}
      onClose={onClose}
      title="New Bank Account"
      schema={schema}
      values={{ ...emptyAccount(todayIn(new Date())), agentId: agentId ?? '' }}
      submit="Add account"
      notice="Another person has to approve the account before it is used. The agent is notified."
      onSubmit={async (said) => {
        const { id } = await enter.mutateAsync(said)
        toasts.success('Account added. It waits for approval.')
        onCreated(id)
        onClose()
      }}
    >
      <SelectField<Form> name="agentId" label="Agent" numeric source={{ search: searchPayees }} />
      <AccountFields />
    </FormModal>
  )
}
