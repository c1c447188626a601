import { Button, VisuallyHidden } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useSessionTexts } from './session-texts.ts'
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
  const texts = useSessionTexts()
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
      title={texts.stillThere}
      size={420}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      onPointerMove={touch}
      onKeyDown={touch}
    >
      <p className={css.text}>{near ? texts.soon(countdown(secondsLeft)) : texts.still}</p>
      <VisuallyHidden role="alert">{near ? texts.inSeconds(announcedSecond(secondsLeft)) : ''}</VisuallyHidden>
      <div className={css.answers}>
        <Button size="md" variant="subtle" onClick={onLogOut}>
          {texts.logOut}
        </Button>
        <Button size="md" variant="filled" onClick={close} data-autofocus>
          {texts.stay}
        </Button>
      </div>
    </Dialog>
  )
}

function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Changes only at the announced seconds, so that screen readers speak only then. */
function announcedSecond(seconds: number): number {
  return spoken.findLast((from) => seconds <= from) ?? seconds
}
