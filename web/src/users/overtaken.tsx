import { Failure } from '@coverdesk/domain/failures.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { UserNotice } from './user-notice.tsx'
import css from './users.module.css'

/** Somebody else saved this user since the dialog opened: the way to go on. */
function Overtaken({ onReload }: { onReload(): Promise<void> }) {
  return (
    <div className={css.overtaken}>
      <UserNotice
        tone="red"
        action={
          <Button size="xs" onClick={() => void onReload()}>
            Reload
          </Button>
        }
      >
        Somebody else changed this user since you opened it. Reload and try again; what you changed here is then gone.
      </UserNotice>
    </div>
  )
}

/** What a dialog that saves a user keeps about being overtaken; `round` begins its form anew. */
export function useOvertaken(onReload: () => Promise<unknown>) {
  const [overtaken, setOvertaken] = useState(false)
  const [round, setRound] = useState(0)
  const again = () => setRound((before) => before + 1)
  return {
    round,
    again,
    /** Looks whether it was that which went wrong. */
    notice: (failure: unknown) => setOvertaken(failure instanceof Failure && failure.code === 'record.changed'),
    forget: () => setOvertaken(false),
    shown: overtaken ? (
      <Overtaken
        onReload={async () => {
          await onReload()
          setOvertaken(false)
          again()
        }}
      />
    ) : null,
  }
}
