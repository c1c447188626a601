import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { holds, NewHold } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { mayReadPayTerms, mayWritePayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { payMonthsWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { ActionButton } from '../ui/basics/action-button.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { MonthFields, ReasonField } from './adjustment-modals.tsx'
import { formSchema } from './pay-term-form.tsx'
import css from './splits/split-of-policy.module.css'

type Form = { firstMonth: string; lastMonth: string; reason: string }

/** Holds the pay of one policy, for users who may read what agents are paid. */
export function HoldOfPolicy({ policyId }: { policyId: number }) {
  return useHasAccess(mayReadPayTerms) ? <HoldButton policyId={policyId} /> : null
}

function HoldButton({ policyId }: { policyId: number }) {
  const [opened, setOpened] = useState(false)
  const [used, setUsed] = useState(false)
  const mayWrite = useHasAccess(mayWritePayTerms)
  return (
    <>
      <ActionButton
        icon={<IconHandStop size={16} stroke={1.75} aria-hidden />}
        refused={mayWrite ? undefined : "You don't have permission to change what agents are paid"}
        onClick={() => {
          setUsed(true)
          setOpened(true)
        }}
      >
        Hold pay
      </ActionButton>
      {used ? <HoldDialog opened={opened} policyId={policyId} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

function HoldDialog({ opened, policyId, onClose }: { opened: boolean; policyId: number; onClose(): void }) {
  const { data } = useQuery({ ...apiQuery(holds.list, { policyId, pageSize: 100 }), enabled: opened, staleTime: 0 })
  const create = useSend(holds.create, { refreshes: [holds.list] })
  const [month, year] = [Number(todayIn(new Date()).slice(5, 7)), Number(todayIn(new Date()).slice(0, 4))]
  return (
    <FormModal<Form, NewHold>
      opened={opened}
      onClose={onClose}
      title="Hold the pay of this policy"
      schema={formSchema<Form, NewHold>(NewHold, (form) => ({ ...form, policyId }))}
      values={{ firstMonth: monthText(month, year), lastMonth: '', reason: '' }}
      submit="Hold pay"
      draftKey={`hold:${policyId}`}
      placeholder={data ? undefined : 'Loading …'}
      notice="What is earned on it waits in the pay runs of these months. It is paid when the hold is over."
      onSubmit={async (said) => {
        await create.mutateAsync(said)
        toasts.success('Pay is held')
        onClose()
      }}
    >
      {data && data.data.length > 0 ? (
        <ul className={css.splits} aria-label="Holds of this policy">
          {data.data.map((hold) => (
            <li key={hold.id}>
              <span>{payMonthsWords(hold)}</span>
              <span>{hold.reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <MonthFields help="Leave empty to hold the pay until you enter a last month under Adjustments." />
      <ReasonField />
    </FormModal>
  )
}
