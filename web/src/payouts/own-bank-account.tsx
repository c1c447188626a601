import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type BankAccount, bankAccounts, type OwnBankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { SecondPersonList } from '../emergency/second-person-list.tsx'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { AccountFields, type AccountForm, emptyAccount, OwnAccountForm } from './bank-account-fields.tsx'
import { accountDays, accountStatusWords, accountTones, accountWords } from './bank-account-words.ts'

/** Where an agent's pay goes, in My Account. */
export function OwnBankAccountSection() {
  const { data, error, refetch } = useQuery(apiQuery(bankAccounts.own, {}))
  const [opened, setOpened] = useState(false)
  const size = usePhone() ? 'xl' : 'md'
  return (
    <FormSection
      title="Bank account"
      note="Where your pay goes. Another person approves a new account before it is used; until then the old one stays. Only the last four digits are shown."
    >
      {error ? (
        <FailedLine title="Couldn't load your accounts." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <>
          <SecondPersonList label="Bank accounts" none="No bank account yet." rows={data.slice(0, 10).map(rowOf)} />
          <div>
            <Button size={size} variant="default" onClick={() => setOpened(true)}>
              {data.length === 0 ? 'Enter account' : 'Change account'}
            </Button>
          </div>
        </>
      ) : (
        <SkeletonBar width="60%" height={36} />
      )}
      <OwnAccountModal opened={opened} onClose={() => setOpened(false)} />
    </FormSection>
  )
}

const rowOf = (account: BankAccount) => ({
  key: account.id,
  title: accountWords(account),
  pill: { tone: accountTones[account.status], text: accountStatusWords[account.status] },
  lines: [`Routing number ${account.routingNumber}, ${account.holderName}`, `Pay ${accountDays(account)}`],
  buttons: [],
})

function OwnAccountModal({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const enter = useSend(bankAccounts.enterOwn, { refreshes: [bankAccounts.own, bankAccounts.list] })
  return (
    <FormModal<AccountForm, z.output<typeof OwnBankAccount>>
      opened={opened}
      onClose={onClose}
      title="Your bank account"
      schema={OwnAccountForm}
      values={emptyAccount(todayIn(new Date()))}
      submit="Send for approval"
      onSubmit={async (said) => {
        await enter.mutateAsync(said)
        toasts.success('Account sent. It waits for approval.')
        onClose()
      }}
    >
      <AccountFields />
    </FormModal>
  )
}
