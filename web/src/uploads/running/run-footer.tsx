import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useHasAccess } from '../../access/current-user.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { fileKind } from '../file-kind.ts'
import css from '../load-policies.module.css'
import { longScope } from '../upload-period.ts'
import { stopUpload } from './running-upload.ts'
import type { LoadView } from './use-load-view.ts'

interface Props {
  view: LoadView
  /** 'Stop this upload?' is open. */
  asking: boolean
  onAsking(asking: boolean): void
  mayStop: boolean
  onClose(): void
  /** Returns to the form after a failure; undefined if another page started the upload. */
  onBack: (() => void) | undefined
}

/** Footer of an upload; stopping needs permission. */
export function RunFooter(props: Omit<Props, 'mayStop'>) {
  return <RunningFooter {...props} mayStop={useHasAccess(uploads.stop.allow)} />
}

/** Buttons of the footer: stop, close, or back to the file. */
function RunningFooter({ view, asking, onAsking, mayStop, onClose, onBack }: Props) {
  const { runId, run, upload, underWay, failure } = view
  const what = upload ?? run
  const stop = () => stopUpload(runId).then(() => onAsking(false))
  return (
    <footer className={css.footer}>
      <span className={css.leave}>
        {underWay ? (
          <>
            <IconInfoCircle size={16} stroke={1.75} aria-hidden /> The upload continues if you leave. Either all of it
            is loaded or nothing.
          </>
        ) : failure === null ? (
          fileKind(what?.kind ?? 'policies').loaded
        ) : (
          'Nothing was changed.'
        )}
      </span>
      {underWay && mayStop ? (
        <Button c="var(--red-text)" onClick={() => onAsking(true)}>
          Stop upload
        </Button>
      ) : null}
      {failure !== null && onBack ? <Button onClick={onBack}>Back to the file</Button> : null}
      <Button onClick={onClose}>Close</Button>
      <ConfirmDialog
        opened={asking && underWay}
        title="Stop this upload?"
        text={
          what
            ? `Nothing of ${what.fileName} for ${longScope(what)}, will be loaded. Nothing was changed.`
            : 'Nothing of the file will be loaded. Nothing was changed.'
        }
        yes="Stop upload"
        no="Keep uploading"
        danger
        onYes={stop}
        onNo={() => setTimeout(() => onAsking(false))}
      />
    </footer>
  )
}
