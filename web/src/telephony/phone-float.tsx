import { IconPhone, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { phonePanelId, phoneWidgetId, setPhoneOpen, usePhoneOpener } from './phone-panel.ts'
import css from './telephony.module.css'

const PhoneView = lazy(() => import('./phone-view.tsx').then((module) => ({ default: module.PhoneView })))

interface PhoneFloatProps {
  /** URL of the agency's phone app; null for the built-in one, undefined while loading. */
  address: string | null | undefined
}

/**
 * Floating button and the phone, which stays open across screens (TEL-01). Closing hides it, so that a call in the phone app goes
 * on and what was typed stays. On a phone the button of the top bar replaces
 * it, so that nothing covers rows.
 */
export function PhoneFloat({ address }: PhoneFloatProps) {
  const opener = usePhoneOpener()
  const open = opener !== null
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    const opened = opener === 'bar' ? document.getElementById(phoneWidgetId) : button.current
    setPhoneOpen(null)
    opened?.focus()
  }
  // Closed for the next user.
  useEffect(() => () => setPhoneOpen(null), [])
  const Icon = open ? IconX : IconPhone
  return (
    <>
      {used ? (
        <Suspense>
          <PhoneView address={address} opener={opener} onClose={close} />
        </Suspense>
      ) : null}
      <button
        ref={button}
        type="button"
        className={css.float}
        data-print="no"
        aria-label={open ? 'Close the phone' : 'Open the phone'}
        aria-expanded={open}
        aria-controls={open ? phonePanelId : undefined}
        onClick={() => setPhoneOpen(open ? null : 'float')}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </button>
    </>
  )
}
