import { type HomeGroupOf, home } from '@coverdesk/domain/home/home-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { timeInWords } from '../pto/pto-words.ts'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'

interface Props {
  row: HomeGroupOf<'pto'>['data'][number]
  status: 'Approved' | 'Denied'
  opened: boolean
  onClose(): void
}

const Comment = pto.setStatus.input.pick({ comment: true })
type CommentForm = z.input<typeof Comment>
const verbs = { Approved: 'Approve', Denied: 'Deny' } as const

/** Asks for the comment that the agent reads with the decision. Keep it mounted, so that focus returns to its origin. */
export function DecideTimeOff({ row, status, opened, onClose }: Props) {
  const decide = useSend(pto.setStatus, { refreshes: [home.day, pto.list] })
  const { id, version, agent } = row
  return (
    <FormModal<CommentForm, typeof Comment._output>
      opened={opened}
      onClose={onClose}
      title={`${verbs[status]} time off of ${agent}, ${timeInWords(row)}`}
      schema={Comment}
      values={{ comment: '' }}
      submit={verbs[status]}
      width={440}
      draftKey={`pto:${id}:${status}`}
      formKey={`${id} ${status}`}
      onSubmit={async ({ comment }) => {
        await decide.mutateAsync({ id, version, statusId: ptoStatuses[status], comment })
        toasts.success(`${agent}'s time off is ${status.toLowerCase()}.`)
        onClose()
      }}
    >
      <TextareaField<CommentForm> name="comment" label="Comment" rows={3} maxLength={2000} />
    </FormModal>
  )
}
