import type { RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import { type OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { z } from 'zod'
import { useSend } from '../../platform/api/query.ts'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { conflictingChanges } from '../../ui/form/edit-conflict.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import css from './offline-view.module.css'

const Given = offline.hold.input.pick({ reason: true })
type Given = z.input<typeof Given>

interface HoldDialogProps {
  opened: boolean
  application: OfflineDetail
  /** Called with another user's changes and the typed reason, after the dialog has closed. */
  onConflict(since: readonly RecordChange[], reason: string): void
  onClose(): void
}

/** Puts an application on hold, which keeps its card number from being purged, or ends the hold. */
export function HoldDialog({ opened, application, onConflict, onClose }: HoldDialogProps) {
  const hold = useSend(offline.hold, { refreshes: [offline.one] })
  const { applicationId: id, version, held, heldReason } = application
  return (
    <FormModal<Given, z.output<typeof Given>>
      opened={opened}
      onClose={onClose}
      title={held ? 'End the hold?' : 'Put on hold'}
      width={440}
      schema={Given}
      values={{ reason: heldReason }}
      submit={held ? 'End hold' : 'Put on hold'}
      onSubmit={async ({ reason }) => {
        try {
          await hold.mutateAsync({ id, version, held: !held, reason })
        } catch (failure) {
          const since = conflictingChanges(failure)
          if (!since) throw failure
          onConflict(since, reason)
        }
        onClose()
      }}
    >
      <p className={css.quiet}>
        {held
          ? 'The card number is then deleted 30 days after the application is processed.'
          : 'Nothing in this application is deleted while it is on hold, for example during a complaint or an inquiry.'}
      </p>
      {held ? null : <TextField<Given> name="reason" label="Reason" optional maxLength={200} />}
    </FormModal>
  )
}
