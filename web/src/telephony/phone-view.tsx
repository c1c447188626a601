import { CloseButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useCurrentUser } from '../access/current-user.ts'
import css from './phone-panel.module.css'
import { type PhoneOpener, phonePanelId } from './phone-panel.ts'
import { useTelephonyRole } from './use-telephony-role.ts'

const PhonePad = lazy(() => import('./phone-pad.tsx').then((module) => ({ default: module.PhonePad })))
const PhoneFrame = lazy(() => import('./phone-frame.tsx').then((module) => ({ default: module.PhoneFrame })))

interface PhoneViewProps {
  /** URL of the agency's phone app; null for the built-in one, undefined while loading. */
  address: string | null | undefined
  /** Null while the phone is closed. */
  opener: PhoneOpener | null
  onClose(): void
}

/** Phone panel with the user's name and role; loaded when first opened. Closed, it is hidden. */
export function PhoneView({ address, opener, onClose }: PhoneViewProps) {
  const person = useCurrentUser()
  const role = useTelephonyRole()
  const panel = useRef<HTMLElement>(null)
  const shown = opener !== null
  useEffect(() => {
    if (shown) panel.current?.focus()
  }, [shown])
  return (
    <section
      ref={panel}
      id={phonePanelId}
      tabIndex={-1}
      className={css.panel}
      data-print="no"
      hidden={!shown}
      data-opener={opener}
      aria-label="Phone"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <header className={css.head}>
        <h2>Phone</h2>
        <span>
          {person?.name}, {role}
        </span>
        <CloseButton className={css.close} aria-label="Close" title="Close" onClick={onClose} />
      </header>
      <Suspense>
        {address === undefined ? null : address === null ? (
          <PhonePad shown={shown} />
        ) : (
          <PhoneFrame address={address} />
        )}
      </Suspense>
    </section>
  )
}
