import { isCalendarDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { doNotCall } from '@coverdesk/domain/leads/do-not-call.ts'
import { type LeadRow, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { followUpProblem } from '@coverdesk/domain/notes/follow-up.ts'
import { maxNoteLength, notes } from '@coverdesk/domain/notes/note-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { useRef } from 'react'
import { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { leadName } from './lead-words.ts'

const Disposition = z.strictObject({
  statusId: z.union([Id, z.literal('')]).refine((statusId) => statusId !== '', 'Disposition is required'),
  reason: z.string().trim(),
  note: z.string().trim(),
  followUpOn: z.string().superRefine((day, at) => {
    if (day === '') return
    const message = isCalendarDate(day) ? followUpProblem(day, todayIn(new Date())) : 'Must be valid date'
    if (message) at.addIssue({ code: 'custom', message })
  }),
})
type Typed = z.input<typeof Disposition>
const Reason = z.strictObject({ reason: z.string().trim().min(1, 'Reason is required') })

/** Why a number that asked not to be called may be called again. */
function ReasonField() {
  return (
    <TextareaField<z.input<typeof Reason>>
      name="reason"
      label="Reason"
      required
      maxLength={500}
      help="The number asked not to be called, and can be called and texted again after this. When and how did they agree?"
    />
  )
}

/** Do Not Call also blocks the number. */
const refreshes = [leads.list, leads.one, leads.history, telephony.block]

/** Set Disposition of one lead (LEAD-06). */
export function DispositionDialog(props: { lead: LeadRow | null; statuses: readonly Choice[]; onClose(): void }) {
  const { lead, statuses, onClose } = props
  const set = useSend(leads.setDisposition, { refreshes: [...refreshes, notes.list, home.day] })
  const last = useRef(lead)
  if (lead) last.current = lead
  const shown = last.current
  return (
    <FormModal<Typed, z.output<typeof Disposition>>
      opened={lead !== null}
      onClose={onClose}
      title={`Set Disposition of ${shown ? leadName(shown) : ''}`}
      width={420}
      schema={Disposition}
      values={{ statusId: '', reason: '', note: '', followUpOn: '' }}
      formKey={shown?.id ?? 0}
      draftKey={shown ? `disposition:${shown.id}` : undefined}
      submit="Set Disposition"
      onSubmit={async (typed) => {
        if (!shown) return
        const { reason, ...rest } = typed
        await set.mutateAsync({ id: shown.id, version: shown.version, ...rest, ...(reason === '' ? {} : { reason }) })
        toasts.success(`Disposition of ${leadName(shown)} set`)
        onClose()
      }}
    >
      {/* A second unanswered call is another attempt, with its day. */}
      <SelectField<Typed>
        name="statusId"
        label="Disposition"
        numeric
        source={{ choices: statuses.filter(({ label }) => label !== doNotCall || shown?.statusName !== doNotCall) }}
      />
      {shown?.statusName === doNotCall ? <ReasonField /> : null}
      <TextareaField<Typed> name="note" label="Note" optional maxLength={maxNoteLength} />
      <DateField<Typed>
        name="followUpOn"
        label="Follow up on"
        optional
        notBefore={todayIn(new Date())}
        help="Your landing page reminds you on that day."
      />
    </FormModal>
  )
}

/** Clear Disposition: asks first (LEAD-07, A-079), then sends an empty statusId (LEAD-08). */
export function ClearDisposition({ lead, onClose }: { lead: LeadRow | null; onClose(): void }) {
  const clear = useSend(leads.setDisposition, { refreshes })
  const last = useRef(lead)
  if (lead) last.current = lead
  const isBlocked = last.current?.statusName === doNotCall
  const send = async (reason?: string) => {
    if (!lead) return
    await clear.mutateAsync({
      id: lead.id,
      statusId: '',
      version: lead.version,
      ...(reason === undefined ? {} : { reason }),
    })
    toasts.success(`Disposition of ${leadName(lead)} cleared`)
    onClose()
  }
  if (isBlocked)
    return (
      <FormModal<z.input<typeof Reason>, z.output<typeof Reason>>
        opened={lead !== null}
        onClose={onClose}
        title="Clear Disposition"
        width={420}
        schema={Reason}
        values={{ reason: '' }}
        submit="Clear Disposition"
        onSubmit={({ reason }) => send(reason)}
      >
        <ReasonField />
      </FormModal>
    )
  return (
    <ConfirmDialog
      opened={lead !== null}
      danger
      title="Clear Disposition"
      text="Really clear disposition?"
      onNo={onClose}
      onYes={() => send()}
    />
  )
}
