import type { LogRow } from '@coverdesk/domain/logs/log-contract.ts'
import { useState } from 'react'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import '../ui/overlay/overlay-styles.ts'
import { showMoment } from '../ui/basics/instant.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { levelTone } from './log-columns.tsx'
import css from './logs.module.css'

/** Log entry with the full message (LOG-03); keeps its content while it fades out. */
export function LogEntryDialog({ entry, onClose }: { entry: LogRow | null; onClose(): void }) {
  const phone = usePhone()
  const [held, setHeld] = useState(entry)
  if (entry && entry !== held) setHeld(entry)
  return (
    <Dialog opened={entry !== null} onClose={onClose} title="Log entry" size={760} centered fullScreen={phone}>
      {held ? (
        <>
          <DefinitionGrid
            columns={3}
            facts={[
              { label: 'Level', value: <StatusPill tone={levelTone[held.level]}>{held.level}</StatusPill> },
              { label: 'Category', value: held.category },
              { label: 'Date', value: showMoment(held.date) },
              { label: 'User', value: held.user },
              { label: 'Server', value: held.server },
            ]}
          />
          <pre className={css.whole}>{held.message}</pre>
        </>
      ) : null}
    </Dialog>
  )
}
