import { type ConversationWay, marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'

type Typed = z.input<typeof marketing.simulate.input>

/** Demo only: simulates a message from the contact (decision 046). */
export function SimulatedAnswer({ contactId, way }: { contactId: number; way: ConversationWay }) {
  const [opened, setOpened] = useState(false)
  const answer = useSend(marketing.simulate, { refreshes: [marketing.one, marketing.conversations] })
  const { channel, address } = way
  return (
    <>
      <Button variant="subtle" size="xs" c="var(--text-2)" onClick={() => setOpened(true)}>
        Demo: reply as the contact
      </Button>
      <FormModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Demo: reply as the contact"
        schema={marketing.simulate.input}
        values={{ contactId, channel, address, body: '' }}
        submit="Answer"
        onSubmit={async (values) => {
          await answer.mutateAsync(values)
          setOpened(false)
        }}
      >
        <TextareaField<Typed>
          name="body"
          label="Message"
          rows={3}
          help="Treated as a message from the contact. STOP ends messages to this number or address; START resumes them."
        />
      </FormModal>
    </>
  )
}
