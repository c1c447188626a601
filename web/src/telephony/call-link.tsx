import type { ReactNode } from 'react'
import css from './telephony.module.css'
import { useCallBlock } from './use-call-block.ts'

/** Number to call on the device; a number that must not be called is text with the reason. */
export function CallLink({ phone, children }: { phone: string; children: ReactNode }) {
  const whyNot = useCallBlock(phone)
  if (whyNot === undefined) return <a href={`tel:+1${phone}`}>{children}</a>
  return (
    <span>
      {children} <span className={css.blocked}>{whyNot}</span>
    </span>
  )
}
