import type { Confirmation } from '@coverdesk/domain/expected/confirmation.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { showInstant } from '../ui/basics/instant.ts'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'

const Reason = z.strictObject({ reason: z.string().trim().max(200, 'At most 200 characters') })
type Reason = z.infer<typeof Reason>

interface Props {
  confirmation: Confirmation | null
  /** Label of the button and of its dialog. */
  verb: string
  /** What follows from it. */
  question: string
  /** 'confirmed that …', after the person's name. */
  said: string
  more?: string | undefined
  onConfirm(reason: string): Promise<unknown>
  onWithdraw(): Promise<unknown>
}

/** A button to confirm something with a reason, or who confirmed it, when and why, with a button to take it back. */
export function ConfirmByPerson(props: Props) {
  const { confirmation, verb, question, said, more, onConfirm, onWithdraw } = props
  const [asking, setAsking] = useState<'confirm' | 'withdraw'>()
  const close = () => setAsking(undefined)
  const send = (work: () => Promise<unknown>) => async () => {
    await work()
    close()
  }
  return (
    <>
      {confirmation ? (
        <NoticeLine
          tone={more ? 'amber' : 'blue'}
          action={
            <Button size="compact-sm" variant="default" onClick={() => setAsking('withdraw')}>
              Take back
            </Button>
          }
        >
          {confirmation.by} {said} on {showInstant(confirmation.at)}
          {confirmation.reason ? `: ${confirmation.reason}` : ''}. {more}
        </NoticeLine>
      ) : (
        <div>
          <Button variant="default" onClick={() => setAsking('confirm')}>
            {verb}
          </Button>
        </div>
      )}
      <FormModal<Reason, Reason>
        opened={asking === 'confirm'}
        onClose={close}
        title={verb}
        schema={Reason}
        values={{ reason: '' }}
        submit="Confirm"
        width={440}
        onSubmit={({ reason }) => send(() => onConfirm(reason))()}
      >
        <TextField<Reason> name="reason" label="Reason" optional maxLength={200} help={question} />
      </FormModal>
      <ConfirmDialog
        opened={asking === 'withdraw'}
        title="Take this back?"
        text="What followed from it is calculated again. Closed pay runs stay as they are."
        yes="Take it back"
        no="Keep it"
        onNo={close}
        onYes={send(onWithdraw)}
      />
    </>
  )
}
