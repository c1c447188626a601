import {
  type DisputeItem,
  type DisputeRow,
  disputeOutcomes,
  disputes,
} from '@coverdesk/domain/disputes/dispute-contract.ts'
import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { disputeRefreshes } from '../variances/dispute-refreshes.ts'
import { disputeName, outcomeWords } from './dispute-words.ts'
import css from './disputes.module.css'
import { EmailDispute } from './email-dispute.tsx'

interface Props {
  dispute: DisputeRow
  open: 'email' | 'sent' | 'outcome' | 'history' | undefined
  /** Policy month whose evidence is open. */
  item: DisputeItem | undefined
  onClose(): void
}

/** Dialogs of one dispute. Keep it mounted, so that focus returns to its origin. */
export function DisputeDialogs({ dispute, open, item, onClose }: Props) {
  return (
    <>
      <EmailDispute dispute={dispute} opened={open === 'email'} onClose={onClose} />
      <SentModal dispute={dispute} opened={open === 'sent'} onClose={onClose} />
      <OutcomeModal dispute={dispute} opened={open === 'outcome'} onClose={onClose} />
      <History dispute={dispute} opened={open === 'history'} onClose={onClose} />
      <Evidence item={item} onClose={onClose} />
    </>
  )
}

interface DialogProps {
  dispute: DisputeRow
  opened: boolean
  onClose(): void
}

const SentInput = disputes.markSent.input.omit({ id: true, version: true })
type SentForm = z.input<typeof SentInput>

function SentModal({ dispute, opened, onClose }: DialogProps) {
  const send = useSend(disputes.markSent, { refreshes: disputeRefreshes })
  const { id, version } = dispute
  const valuesOf = ({ sentOn, sentTo }: DisputeRow): SentForm => ({
    sentOn: sentOn ?? todayIn(new Date()),
    sentTo: sentTo ?? '',
  })
  const conflict = useEditConflict<SentForm>({
    what: 'dispute',
    onReload: async () => valuesOf(await call(disputes.one, { id })),
  })
  return (
    <FormModal<SentForm, typeof SentInput._output>
      opened={opened}
      onClose={() => {
        conflict.forget()
        onClose()
      }}
      title={`${disputeName(dispute)} sent`}
      schema={SentInput}
      values={valuesOf(dispute)}
      submit="Save"
      draftKey={`dispute-sent:${id}`}
      width={440}
      formKey={`${id} ${version} ${conflict.round}`}
      notice={conflict.shown}
      onSubmit={async (said) => {
        try {
          await send.mutateAsync({ ...said, id, version })
          toasts.success('Dispute marked as sent')
          onClose()
        } catch (error) {
          throw await conflict.notice(error)
        }
      }}
    >
      <DateField<SentForm> name="sentOn" label="Sent on" />
      <TextField<SentForm>
        name="sentTo"
        label="Sent to"
        maxLength={200}
        help="An email address, or the portal and case number"
      />
    </FormModal>
  )
}

const OutcomeInput = disputes.decide.input.omit({ id: true, version: true })
type OutcomeForm = Omit<z.input<typeof OutcomeInput>, 'outcome'> & { outcome: string }
const outcomes = disputeOutcomes.map((value) => ({ value, label: outcomeWords[value] }))

function OutcomeModal({ dispute, opened, onClose }: DialogProps) {
  const decide = useSend(disputes.decide, { refreshes: disputeRefreshes })
  const { id, version } = dispute
  const valuesOf = ({ outcome, decidedOn, comment }: DisputeRow): OutcomeForm => ({
    outcome: outcome ?? '',
    decidedOn: decidedOn ?? todayIn(new Date()),
    comment,
  })
  const conflict = useEditConflict<OutcomeForm>({
    what: 'dispute',
    onReload: async () => valuesOf(await call(disputes.one, { id })),
  })
  return (
    <FormModal<OutcomeForm, typeof OutcomeInput._output>
      opened={opened}
      onClose={() => {
        conflict.forget()
        onClose()
      }}
      title={`Outcome of ${disputeName(dispute)}`}
      schema={OutcomeInput}
      values={valuesOf(dispute)}
      submit="Save outcome"
      draftKey={`dispute-outcome:${id}`}
      width={440}
      formKey={`${id} ${version} ${conflict.round}`}
      notice={conflict.shown}
      onSubmit={async (said) => {
        try {
          await decide.mutateAsync({ ...said, id, version })
          toasts.success('Outcome saved')
          onClose()
        } catch (error) {
          throw await conflict.notice(error)
        }
      }}
    >
      <SelectField<OutcomeForm>
        name="outcome"
        label="Outcome"
        source={{ choices: outcomes }}
        help="Denied and Withdrawn change the status of what no file has paid."
      />
      <DateField<OutcomeForm> name="decidedOn" label="Decided on" />
      <TextField<OutcomeForm> name="comment" label="Comment" optional maxLength={500} />
    </FormModal>
  )
}

function History({ dispute, opened, onClose }: DialogProps) {
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(disputes.history, { id: dispute.id }),
    enabled: opened,
    staleTime: 0,
  })
  return (
    <HistoryDialog
      opened={opened}
      onClose={onClose}
      name={disputeName(dispute)}
      history={data && { changes: data }}
      failed={failureReason && !data ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}

function Evidence({ item, onClose }: { item: DisputeItem | undefined; onClose(): void }) {
  const [shown, setShown] = useState(item)
  if (item && item !== shown) setShown(item)
  const phone = usePhone()
  return (
    <Dialog
      opened={item !== undefined}
      onClose={onClose}
      title={shown ? `${shown.insuredName}, ${shown.policyNumber}, ${showMonth(shown.month)}` : ''}
      size={560}
      fullScreen={phone}
      centered
    >
      {shown ? (
        <div className={css.evidence}>
          <p>
            {classWords[shown.class]}. {shown.reason}
          </p>
          <p>{shown.evidence}</p>
        </div>
      ) : null}
    </Dialog>
  )
}
