import { Button, VisuallyHidden } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/overlay/dialog.tsx'
import css from './session-warning.module.css'

interface SessionWarningProps {
  /** Seconds until logout for inactivity; null while it is far off. */
  secondsLeft: number | null
  onStay: () => void
  onLogOut: () => void
}

/** How long the dialog stays after new activity, so that a click meant for it does not hit what is below. */
const linger = 2_000
/** Seconds at which the countdown is announced, instead of every second. */
const spoken = [60, 30, 10]

/**
 * Warns that the session is about to end for inactivity, with a countdown. Activity in any tab restarts the timer and
 * closes the dialog after a moment in which its buttons still work.
 */
export function SessionWarning({ secondsLeft, onStay, onLogOut }: SessionWarningProps) {
  const [shown, setShown] = useState(false)
  const near = secondsLeft !== null
  const { start, clear } = useTimeout(() => setShown(false), linger)
  useEffect(() => {
    clear()
    if (near) setShown(true)
    else start()
  }, [near, start, clear])
  const close = () => {
    setShown(false)
    onStay()
  }
  const touch = () => {
    if (near) return
    clear()
    start()
  }
  return (
    <Dialog
      opened={shown}
      onClose={close}
      title="Are you still there?"
      size={420}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      onPointerMove={touch}
      onKeyDown={touch}
    >
      <p className={css.text}>
        {near ? `You will be logged out in ${countdown(secondsLeft)}` : 'You are still signed in.'}
      </p>
      <VisuallyHidden role="alert">{near ? announcement(secondsLeft) : ''}</VisuallyHidden>
      <div className={css.answers}>
        <Button size="md" variant="subtle" onClick={onLogOut}>
          Log out
        </Button>
        <Button size="md" variant="filled" onClick={close} data-autofocus>
          Stay signed in
        </Button>
      </div>
    </Dialog>
  )
}

function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Changes only at the announced seconds, so that screen readers speak only then. */
function announcement(seconds: number): string {
  const moment = spoken.findLast((from) => seconds <= from) ?? seconds
  return `You will be logged out in ${moment} seconds`
}
