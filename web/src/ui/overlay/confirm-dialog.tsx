import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import './overlay-styles.ts'
import css from './dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title?: string
  /** The question, with amount and count when it concerns money or many people. */
  text: ReactNode
  /** Defaults 'Yes' and 'No'; prefer a verb: 'Undo 214 rows'. */
  yes?: string
  no?: string
  /** The action cannot be undone. */
  danger?: boolean
  /** The text says why it is not possible; there is only the button to leave. */
  refused?: boolean
  /** A promise keeps the dialog open with progress in its button until it resolves; it stays open on failure. */
  onYes(): unknown
  onNo(): void
}

/**
 * Confirmation dialog. Keep it mounted and pass `opened` so that focus returns to its origin. Focus starts at 'No', so
 * that an accidental Enter does nothing. An error of `onYes` is shown in the dialog, which stays open while it runs.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title = 'Please confirm', text, yes = 'Yes', no = 'No', danger, refused, onYes, onNo } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onYes()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => busy || onNo()}
      title={title}
      size={420}
      centered
      onExitTransitionEnd={() => setFailure(undefined)}
      closeOnClickOutside={!busy}
    >
      <div className={css.text}>{text}</div>
      <p className={css.failure} role="alert">
        {failure}
      </p>
      <div className={css.answers}>
        <Button size="md" variant="subtle" onClick={onNo} disabled={busy} data-autofocus>
          {no}
        </Button>
        {refused ? null : (
          <Button
            size="md"
            variant={danger ? 'default' : 'filled'}
            c={danger ? 'var(--red-text)' : undefined}
            loading={busy}
            onClick={confirm}
          >
            {yes}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
