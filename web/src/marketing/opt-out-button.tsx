import { type ConversationAddress, marketing, OptOutToNote } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { channelWords, showAddress } from './message-channels.ts'

/**
 * Records an opt-out of this contact method, or reverses it with a reason; only the contact can reverse a STOP by text.
 */
export function OptOutButton({ contactId, way }: { contactId: number; way: ConversationAddress }) {
  const [asking, setAsking] = useState(false)
  const set = useSend(marketing.setOptOut, { refreshes: [marketing.one] })
  const { channel, address, optedOut } = way
  const words = channelWords[channel]
  if (optedOut === 'contact' && channel === 'sms') return null
  const close = () => setAsking(false)
  const save = async (input: z.input<typeof OptOutToNote>) => {
    await set.mutateAsync(input)
    close()
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {optedOut === null ? `${words.wantsNone}…` : 'Resume messages…'}
      </Button>
      <ConfirmDialog
        opened={asking && optedOut === null}
        text={`No one at the agency will be able to ${way.channel === 'sms' ? 'text' : 'email'} ${showAddress(way)}.`}
        yes={words.wantsNone}
        no="Cancel"
        onYes={() => save({ contactId, channel, address, optedOut: true })}
        onNo={close}
      />
      <FormModal
        opened={asking && optedOut !== null}
        onClose={close}
        title="Resume messages"
        width={440}
        schema={OptOutToNote}
        values={{ contactId, channel, address, optedOut: false, reason: '' }}
        submit="Resume messages"
        onSubmit={save}
      >
        <TextareaField<z.input<typeof OptOutToNote>>
          name="reason"
          label="Reason"
          rows={3}
          maxLength={500}
          help={`Messages to ${showAddress(way)} resume. Do this only if they asked for it. When and how did they ask?`}
        />
      </FormModal>
    </>
  )
}
