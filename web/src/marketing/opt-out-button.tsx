import { type ConversationWay, marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../platform/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { channelWords, showAddress } from './message-channels.ts'

/** Notes that the contact wants no messages in this way, or takes the note back; their own STOP is theirs to take back. */
export function OptOutButton({ contactId, way }: { contactId: number; way: ConversationWay }) {
  const [asking, setAsking] = useState(false)
  const set = useSend(marketing.setOptOut, { refreshes: [marketing.one] })
  const { channel, address, optedOut } = way
  const words = channelWords[channel]
  const noted = optedOut === 'staff'
  return (
    <>
      {optedOut === 'contact' ? null : (
        <Button variant="subtle" size="xs" c="var(--text-2)" onClick={() => setAsking(true)}>
          {noted ? 'Take the note back' : words.wantsNone}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        text={
          noted
            ? `${showAddress(way)} may be written to again. Do this only when they asked for it.`
            : `${showAddress(way)} gets no more messages from anybody here.`
        }
        yes={noted ? 'Take it back' : words.wantsNone}
        no="Cancel"
        onYes={async () => {
          await set.mutateAsync({ contactId, channel, address, optedOut: !noted })
          setAsking(false)
        }}
        onNo={() => setAsking(false)}
      />
    </>
  )
}
