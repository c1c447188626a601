import { StatusChange } from '@coverdesk/domain/history/history-contract.ts'
import type { z } from 'zod'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import css from './history.module.css'

type Form = z.input<typeof StatusChange> | { statusId: ''; comment: string }

interface StatusDialogProps {
  opened: boolean
  onClose(): void
  /** Identifies the record: 'customer:17'. */
  draftKey: string | undefined
  /** Name of the record: 'Ana Vega'. */
  name: string
  /** The current status; null or undefined without one. */
  current: string | null | undefined
  /** Color of the current status. */
  tone?: Tone
  /** All statuses of the kind; the current one isn't offered. */
  statuses: readonly Choice[]
  /** Sends the change; a rejection is shown and keeps the dialog open. */
  onSubmit(change: StatusChange): Promise<unknown>
  /** Success toast, if the specification fixes another one. */
  changed?: string
  /** Prefix of the failure toast. */
  failed?: string
}

/**
 * Change Status: a new status and a comment, both required (CUST-15), for any record with a status history. On failure
 * the typed values stay.
 */
export function StatusDialog(props: StatusDialogProps) {
  const { opened, onClose, draftKey, name, current, statuses, onSubmit } = props
  const { changed = 'Status changed successfully!', failed = 'Error saving changes', tone = 'grey' } = props
  return (
    <FormModal<Form, StatusChange>
      opened={opened}
      onClose={onClose}
      title="Change Status"
      draftKey={draftKey && `status:${draftKey}`}
      width={480}
      schema={StatusChange}
      values={{ statusId: '', comment: '' }}
      submit="Change Status"
      onSubmit={async (change) => {
        try {
          await onSubmit(change)
        } catch (failure) {
          toasts.failure(failed, failure)
          throw failure
        }
        toasts.success(changed)
        onClose()
      }}
    >
      <p className={css.about}>
        <strong>{name}</strong> {current ? <StatusPill tone={tone}>{current}</StatusPill> : 'has no status yet'}
      </p>
      <SelectField<Form>
        name="statusId"
        label="New status"
        numeric
        source={{ choices: statuses.filter(({ label }) => label !== current) }}
      />
      <TextareaField<Form> name="comment" label="Comment" maxLength={2000} />
    </FormModal>
  )
}
