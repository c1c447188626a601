import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { fileKind } from '../file-kind.ts'
import css from '../load-policies.module.css'
import { isTermFile, runCallsOf } from '../run-calls.ts'
import { longScope } from '../upload-period.ts'
import { type LoadOrder, stopUpload } from './running-upload.ts'
import type { LoadView } from './use-load-view.ts'

interface Props {
  view: LoadView
  /** 'Stop this upload?' is open. */
  asking: boolean
  onAsking(asking: boolean): void
  mayStop: boolean
  onClose(): void
  /** Beside Close, once the file is loaded. */
  extra?: ReactNode
  /** Returns to the form after a failure; undefined if another page started the upload. */
  onBack: (() => void) | undefined
}

/** Kind of the upload; files without a carrier have dialogs of their own. */
function kindOf({ upload, run }: LoadView): LoadOrder['kind'] {
  const kind = upload?.kind ?? run?.kind
  return kind !== undefined && (kind === 'commissions' || isTermFile(kind)) ? kind : 'policies'
}

/** Footer of an upload; stopping needs permission. */
export function RunFooter(props: Omit<Props, 'mayStop'>) {
  return <RunningFooter {...props} mayStop={useHasAccess(runCallsOf(kindOf(props.view)).stop.allow)} />
}

/** Buttons of the footer: stop, close, or back to the file. */
function RunningFooter({ view, asking, onAsking, mayStop, extra, onClose, onBack }: Props) {
  const { runId, run, upload, underWay, failure } = view
  const what = upload ?? run
  const kind = kindOf(view)
  const stop = () => stopUpload(runId, kind).then(() => onAsking(false))
  return (
    <footer className={css.footer}>
      <span className={css.leave}>
        {underWay ? (
          <>
            <IconInfoCircle size={16} stroke={1.75} aria-hidden /> The upload continues if you leave. Either all of it
            is loaded or nothing.
          </>
        ) : failure === null ? (
          fileKind(kind).loaded
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
      {view.run?.state === 'loaded' ? extra : null}
      <Button onClick={onClose}>Close</Button>
      <ConfirmDialog
        opened={asking && underWay}
        title="Stop this upload?"
        text={
          what
            ? `Nothing of ${what.fileName}${isTermFile(kind) ? '' : ` for ${longScope(what)},`} will be loaded. Nothing was changed.`
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
