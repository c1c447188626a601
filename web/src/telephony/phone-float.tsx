import { IconPhone, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { phonePanelId, setPhoneOpen, usePhoneOpen } from './phone-panel.ts'
import css from './telephony.module.css'

const PhoneView = lazy(() => import('./phone-view.tsx').then((module) => ({ default: module.PhoneView })))

interface PhoneFloatProps {
  /** URL of the agency's phone app; null for the built-in one, undefined while loading. */
  address: string | null | undefined
}

/** Floating button and the phone, which stays open across screens (TEL-01). */
export function PhoneFloat({ address }: PhoneFloatProps) {
  const open = usePhoneOpen()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setPhoneOpen(false)
    button.current?.focus()
  }
  // Closed for the next user.
  useEffect(() => () => setPhoneOpen(false), [])
  const Icon = open ? IconX : IconPhone
  return (
    <>
      {open ? (
        <Suspense>
          <PhoneView address={address} onClose={close} />
        </Suspense>
      ) : null}
      <button
        ref={button}
        type="button"
        className={css.float}
        aria-label={open ? 'Close the phone' : 'Open the phone'}
        aria-expanded={open}
        aria-controls={open ? phonePanelId : undefined}
        onClick={() => setPhoneOpen(!open)}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </button>
    </>
  )
}
