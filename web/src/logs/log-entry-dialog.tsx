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
  const [shown, setShown] = useState(entry)
  if (entry && entry !== shown) setShown(entry)
  return (
    <Dialog opened={entry !== null} onClose={onClose} title="Log entry" size={760} centered fullScreen={phone}>
      {shown ? (
        <>
          <DefinitionGrid
            columns={3}
            facts={[
              { label: 'Level', value: <StatusPill tone={levelTone[shown.level]}>{shown.level}</StatusPill> },
              { label: 'Category', value: shown.category },
              { label: 'Date', value: showMoment(shown.date) },
              { label: 'User', value: shown.user },
              { label: 'Server', value: shown.server },
            ]}
          />
          <pre className={css.whole}>{shown.message}</pre>
        </>
      ) : null}
    </Dialog>
  )
}
