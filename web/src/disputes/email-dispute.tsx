import { type DisputeRow, disputes, maxDisputeMessage } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { TextareaField, TextField } from '../ui/fields/text-fields.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { disputeRefreshes } from '../variances/dispute-refreshes.ts'
import { monthsInWords } from '../variances/variance-words.ts'
import { disputeName } from './dispute-words.ts'
import css from './disputes.module.css'

const EmailInput = disputes.email.input.omit({ id: true, version: true })
type EmailForm = z.input<typeof EmailInput>

interface Props {
  dispute: DisputeRow
  opened: boolean
  onClose(): void
}

/** Emails the pack to the carrier, at the address that its last dispute went to. */
export function EmailDispute({ dispute, opened, onClose }: Props) {
  const send = useSend(disputes.email, { refreshes: disputeRefreshes })
  const { id, version, carrierId } = dispute
  const earlier = useQuery({
    ...apiQuery(disputes.list, { carrierId, pageSize: 20 }),
    enabled: opened && dispute.sentTo === null,
  })
  const known = [dispute.sentTo, ...(earlier.data?.data ?? []).map(({ sentTo }) => sentTo)]
  const to = known.find((sentTo) => sentTo?.includes('@')) ?? ''
  const conflict = useEditConflict<EmailForm>({
    what: 'dispute',
    onReload: async () => {
      const now = await call(disputes.one, { id })
      return { to: now.sentTo?.includes('@') ? now.sentTo : to, message: letterOf(now) }
    },
  })
  return (
    <FormModal<EmailForm, typeof EmailInput._output>
      opened={opened}
      onClose={() => {
        conflict.forget()
        onClose()
      }}
      title={`Email ${disputeName(dispute)}`}
      schema={EmailInput}
      values={{ to, message: letterOf(dispute) }}
      submit="Send email"
      placeholder={opened && earlier.isLoading ? 'Loading …' : undefined}
      formKey={`${id} ${version} ${conflict.round}`}
      draftKey={`email-dispute:${id}`}
      notice={conflict.shown}
      onSubmit={async (said) => {
        try {
          await send.mutateAsync({ ...said, id, version })
          toasts.success(`The pack goes to ${said.to}`)
          onClose()
        } catch (error) {
          throw await conflict.notice(error)
        }
      }}
    >
      <TextField<EmailForm> name="to" label="Carrier's email" maxLength={62} />
      <TextareaField<EmailForm> name="message" label="Message" rows={8} maxLength={maxDisputeMessage} />
      <p className={css.attached}>
        The pack is attached as XLSX and PDF: {monthsInWords(dispute.variances)}, {showMoney(dispute.stake)}. Answers go
        to your email address.
      </p>
    </FormModal>
  )
}

function letterOf({ id, carrier, variances, stake }: DisputeRow): string {
  return [
    `To ${carrier}, broker commissions:`,
    `We dispute the commissions of ${monthsInWords(variances)}, ${showMoney(stake)} in total. The attached pack names each month with the amount due, what was paid, and the reason.`,
    `Please pay the difference with your next statement, or tell us why it is not due. Our reference: dispute ${id}.`,
  ].join('\n\n')
}
