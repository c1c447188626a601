import { mayRunApplications } from '@coverdesk/domain/applications/application-contract.ts'
import { EndReason } from '@coverdesk/domain/marketplace/end-sending.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { useHasAccess } from '../access/current-user.ts'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'

interface EndSendingProps {
  what: 'submission' | 'enrollment'
  onEnd(reason: z.output<typeof EndReason>): Promise<unknown>
}

/** For administrators: ends what the marketplace does not confirm, with the reason. */
export function EndSending({ what, onEnd }: EndSendingProps) {
  const [opened, setOpened] = useState(false)
  if (!useHasAccess(mayRunApplications)) return null
  const title = what === 'submission' ? 'End submission' : 'End enrollment'
  return (
    <div>
      <Button onClick={() => setOpened(true)}>{title}</Button>
      <FormModal<z.input<typeof EndReason>, z.output<typeof EndReason>>
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        schema={EndReason}
        values={{ reason: '' }}
        submit={title}
        danger
        onSubmit={async (typed) => {
          await onEnd(typed)
        }}
      >
        <p>
          The marketplace has not confirmed this {what}. Ask the marketplace first whether it has it: after the end it
          is not sent again.
        </p>
        <TextareaField<z.input<typeof EndReason>> name="reason" label="Reason" required />
      </FormModal>
    </div>
  )
}
