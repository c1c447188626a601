import { type LeadRow, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { useRef } from 'react'
import { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { leadName } from './lead-words.ts'

const Disposition = z.strictObject({
  statusId: z.union([Id, z.literal('')]).refine((statusId) => statusId !== '', 'Disposition is required'),
})
type Typed = z.input<typeof Disposition>

const refreshes = [leads.list, leads.one, leads.history]

/** Set Disposition of one lead (LEAD-06). */
export function DispositionDialog(props: { lead: LeadRow | null; statuses: readonly Choice[]; onClose(): void }) {
  const { lead, statuses, onClose } = props
  const set = useSend(leads.setDisposition, { refreshes })
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
      values={{ statusId: '' }}
      formKey={shown?.id ?? 0}
      submit="Set Disposition"
      onSubmit={async ({ statusId }) => {
        if (!shown) return
        await set.mutateAsync({ id: shown.id, statusId, version: shown.version })
        toasts.success(`Disposition of ${leadName(shown)} set`)
        onClose()
      }}
    >
      <SelectField<Typed>
        name="statusId"
        label="Disposition"
        numeric
        source={{ choices: statuses.filter(({ label }) => label !== shown?.statusName) }}
      />
    </FormModal>
  )
}

/** Clear Disposition: asks first (LEAD-07, A-079), then sends an empty statusId (LEAD-08). */
export function ClearDisposition({ lead, onClose }: { lead: LeadRow | null; onClose(): void }) {
  const clear = useSend(leads.setDisposition, { refreshes })
  return (
    <ConfirmDialog
      opened={lead !== null}
      danger
      title="Clear Disposition"
      text="Really clear disposition?"
      onNo={onClose}
      onYes={async () => {
        if (!lead) return
        await clear.mutateAsync({ id: lead.id, statusId: '', version: lead.version })
        toasts.success(`Disposition of ${leadName(lead)} cleared`)
        onClose()
      }}
    />
  )
}
