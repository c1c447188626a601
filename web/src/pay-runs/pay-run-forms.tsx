import { showMoney, sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { CalendarDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PayRun, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { useSentAt } from '../platform/api/use-sent-at.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField, TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { WorkingLine } from '../ui/progress/working-line.tsx'
import css from './pay-runs.module.css'

/** Routes whose answers a change of a run makes old. */
export const payRunRefreshes = [
  payRuns.list,
  payRuns.one,
  payRuns.agents,
  payRuns.agent,
  payRuns.lines,
  payRuns.part,
  payments.list,
]

/** While a request calculates a run: what is done, and for how long. */
export function CalculatingLine({ since }: { since: number }) {
  return (
    <div className={css.working}>
      <WorkingLine what="Calculating the run from its lines and the terms of their months." since={since} />
    </div>
  )
}

interface Props {
  opened: boolean
  onClose(): void
}

/** Starts the run of a month: last month, unless another is typed. */
export function StartRunModal({ opened, onClose, onStarted }: Props & { onStarted(run: PayRun): void }) {
  const start = useSend(payRuns.start, { refreshes: payRunRefreshes })
  const sentAt = useSentAt(payRuns.start, {})
  const today = todayIn(new Date())
  return (
    <FormModal<{ month: string }, { month: string }>
      opened={opened}
      onClose={onClose}
      title="New pay run"
      schema={payRuns.start.input}
      values={{ month: lastMonth(today) }}
      submit="Calculate"
      width={400}
      notice={
        sentAt === undefined ? (
          'Reads every open line and the terms of its month. With many lines this takes up to a minute.'
        ) : (
          <CalculatingLine since={sentAt} />
        )
      }
      onSubmit={async (asked) => {
        const run = await start.mutateAsync(asked)
        onClose()
        onStarted(run)
      }}
    >
      <TextField<{ month: string }> name="month" label="Statements up to" placeholder="MM/YYYY" maxLength={7} />
    </FormModal>
  )
}

function lastMonth(today: string): string {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return month === 1 ? `12/${year - 1}` : `${String(month - 1).padStart(2, '0')}/${year}`
}

const Reason = z.object({ reason: payRuns.reopen.input.shape.reason })
/** Reopens a closed month, which makes a draft with the differences. */
export function ReopenRunModal({
  opened,
  onClose,
  run,
  onReopened,
}: Props & { run: PayRun; onReopened(run: PayRun): void }) {
  const reopen = useSend(payRuns.reopen, { refreshes: payRunRefreshes })
  const sentAt = useSentAt(payRuns.reopen, { id: run.id })
  return (
    <FormModal<{ reason: string }, { reason: string }>
      opened={opened}
      onClose={onClose}
      title={`Reopen pay run ${runName(run)}`}
      schema={Reason}
      values={{ reason: '' }}
      submit="Reopen"
      draftKey={`pay run:${run.id}:reopen`}
      width={480}
      notice={
        sentAt === undefined ? (
          'The closed run does not change. A correction with the differences by the present terms is calculated.'
        ) : (
          <CalculatingLine since={sentAt} />
        )
      }
      onSubmit={async ({ reason }) => {
        const correction = await reopen.mutateAsync({ id: run.id, reason })
        onClose()
        onReopened(correction)
      }}
    >
      <TextareaField<{ reason: string }> name="reason" label="Reason" />
    </FormModal>
  )
}

const Paid = z.object({ paidOn: CalendarDate })
/** Sets the batch of a run to paid on a day. */
export function PaidRunModal({ opened, onClose, run }: Props & { run: PayRun }) {
  const setStatus = useSend(payRuns.setStatus, { refreshes: payRunRefreshes })
  const notInFile = useNotInBankFile(run.id, opened)
  return (
    <FormModal<{ paidOn: string }, { paidOn: string }>
      opened={opened}
      onClose={onClose}
      title={`Pay run ${runName(run)} is paid`}
      schema={Paid}
      values={{ paidOn: todayIn(new Date()) }}
      submit={`Set ${showMoney(run.paid)} to paid`}
      width={400}
      notice={`${notInFile}A paid batch can't be changed.`}
      onSubmit={async ({ paidOn }) => {
        await setStatus.mutateAsync({ id: run.id, status: 'Paid', paidOn })
        toasts.success('Batch set to paid')
        onClose()
      }}
    >
      <DateField<{ paidOn: string }> name="paidOn" label="Paid on" />
    </FormModal>
  )
}

/** What a run pays to agents who are in no bank file of it, in words; empty for an agency that makes none. */
function useNotInBankFile(id: number, opened: boolean): string {
  const { data } = useQuery({ ...apiQuery(payouts.preview, { id }), enabled: opened, staleTime: 0 })
  if (!data || (data.settingsVersion === 0 && data.files.length === 0)) return ''
  const count = data.agents + data.leftOut.length
  if (count === 0) return ''
  const amount = showMoney(sumOfAmounts([data.credit, ...data.leftOut.map((agent) => agent.amount)]))
  const agents = count === 1 ? '1 agent' : `${count.toLocaleString('en-US')} agents`
  return `${amount} for ${agents} is in no bank file. Make a file first, or pay it another way. `
}
