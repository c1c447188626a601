import { IconPhone, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { usePerson } from '../access/person.ts'
import { phonePanelId, setPhoneOpen, usePhoneOpen } from './phone-panel.ts'
import css from './telephony.module.css'
import { useTelephonyRole } from './telephony-user.ts'

const PhonePad = lazy(() => import('./phone-pad.tsx').then((module) => ({ default: module.PhonePad })))
const PhoneFrame = lazy(() => import('./phone-frame.tsx').then((module) => ({ default: module.PhoneFrame })))

interface PhoneFloatProps {
  /** Where the agency's phone app is; null: nowhere, undefined while that is asked. */
  address: string | null | undefined
}

/** The floating button that opens and closes the phone, and the phone itself, which goes on while screens change (TEL-01). */
export function PhoneFloat({ address }: PhoneFloatProps) {
  const open = usePhoneOpen()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setPhoneOpen(false)
    button.current?.focus()
  }
  // Whoever comes next finds it closed.
  useEffect(() => () => setPhoneOpen(false), [])
  const Icon = open ? IconX : IconPhone
  return (
    <>
      {open ? <PhonePanel address={address} onClose={close} /> : null}
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

function PhonePanel({ address, onClose }: PhoneFloatProps & { onClose(): void }) {
  const person = usePerson()
  const role = useTelephonyRole()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      id={phonePanelId}
      tabIndex={-1}
      className={css.panel}
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
      </header>
      <Suspense>
        {address === undefined ? null : address === null ? <PhonePad /> : <PhoneFrame address={address} />}
      </Suspense>
    </section>
  )
}
