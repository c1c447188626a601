import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { dayOf } from '../../applications/application-words.ts'
import { useSend } from '../../platform/api/query.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import type { SavedApplication } from '../use-saved-application.ts'
import css from '../wizard.module.css'

/** Above each step of a change: what it changes, and how to take it back. */
export function ChangeNotice({ saved }: { saved: SavedApplication }) {
  const texts = useEdeTexts()
  const phone = usePhone()
  const [asking, setAsking] = useState(false)
  const discard = useSend(ede.discardChange, { refreshes: [ede.list, ede.own] })
  const { id, state, submittedAt } = saved.application
  return (
    <div className={css.notice}>
      <NoticeLine
        tone="blue"
        action={
          state === 'draft' ? (
            <Button size={phone ? 'xl' : 'sm'} onClick={() => setAsking(true)}>
              {texts.discardChange}
            </Button>
          ) : undefined
        }
      >
        {texts.changing(dayOf(submittedAt ?? ''))}
      </NoticeLine>
      <ConfirmDialog
        opened={asking}
        title={texts.discardTitle}
        text={texts.discardText}
        yes={texts.discardChange}
        no={texts.cancel}
        danger
        onYes={async () => {
          // A save that waits would come after the change is gone.
          await saved.saveNow().catch(() => null)
          saved.take(await discard.mutateAsync({ id }))
          setAsking(false)
        }}
        onNo={() => setAsking(false)}
      />
    </div>
  )
}
