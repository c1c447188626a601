import { showCardNumber } from '@coverdesk/domain/fields/payment-card.ts'
import { showSsn } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type OfflineDetail, OfflineReveal, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../platform/api/call.ts'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'

/** Number that is masked except for its last four digits. */
export interface Hidden {
  field: 'ssn' | 'cardNumber'
  memberId?: number | undefined
  /** Name in a sentence: 'the SSN of Luis Vega'. */
  what: string
  /** Mask before the last four digits. */
  mask: string
  /** The number was purged. */
  gone?: boolean
}

const shownFor = 30_000

/** The one revealed number of an application: for 30 seconds, or until the page is left or hidden. In memory only. */
export function useRevealed(applicationId: number) {
  const keyOf = ({ field, memberId }: Hidden) => `${applicationId} ${field} ${memberId ?? ''}`
  const [shown, setShown] = useState<{ key: string; value: string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setShown(null)
  }, [])
  useEffect(() => {
    const away = () => document.visibilityState === 'hidden' && hide()
    document.addEventListener('visibilitychange', away)
    return () => {
      document.removeEventListener('visibilitychange', away)
      clearTimeout(timer.current)
    }
  }, [hide])
  return {
    hide,
    show: (hidden: Hidden, digits: string) => {
      clearTimeout(timer.current)
      setShown({ key: keyOf(hidden), value: hidden.field === 'ssn' ? showSsn(digits) : showCardNumber(digits) })
      timer.current = setTimeout(() => setShown(null), shownFor)
    },
    valueOf: (hidden: Hidden) => (shown?.key === keyOf(hidden) ? shown.value : undefined),
  }
}

const RevealForm = OfflineReveal.pick({ reason: true, code: true, password: true })
type RevealForm = z.input<typeof RevealForm>

interface RevealDialogProps {
  id: number
  asked: Hidden | null
  by: OfflineDetail['revealBy']
  onRevealed(hidden: Hidden, digits: string): void
  onClose(): void
}

/** Asks for a reason and re-authentication before it reveals a number (A-077, P-64). */
export function RevealDialog({ id, asked, by, onRevealed, onClose }: RevealDialogProps) {
  return (
    <FormModal<RevealForm, RevealForm>
      opened={asked !== null}
      onClose={onClose}
      title={asked ? `Reveal ${asked.what}` : 'Reveal'}
      width={440}
      schema={RevealForm}
      values={{ reason: '', ...(by === 'code' ? { code: '' } : { password: '' }) }}
      submit="Reveal"
      onSubmit={async (typed) => {
        if (!asked) return
        // Not a mutation: its cache would retain the number.
        const { value } = await call(offline.reveal, { id, field: asked.field, memberId: asked.memberId, ...typed })
        onRevealed(asked, value)
        onClose()
      }}
    >
      {by === 'app needed' ? (
        <NoticeLine tone="amber">Turn on your authenticator app in My Account first.</NoticeLine>
      ) : null}
      <TextField<RevealForm>
        name="reason"
        label="Reason"
        maxLength={200}
        help="Recorded with your name. The number is shown for 30 seconds."
      />
      {by === 'code' ? (
        <TextField<RevealForm> name="code" label="Code of your authenticator app" autoComplete="one-time-code" />
      ) : (
        <TextField<RevealForm>
          name="password"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
      )}
    </FormModal>
  )
}
