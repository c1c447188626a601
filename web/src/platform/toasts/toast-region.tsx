import { CloseButton } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useSharedLanguage } from '../page/reader-language.ts'
import { removeToast, type Toast, type ToastKind, useToasts } from './toast-list.ts'
import css from './toast-region.module.css'

/**
 * Region of toasts: bottom right, above everything; at the top on a phone, where they cover no buttons. Their time
 * pauses while the pointer or focus is on one, and while the page is hidden.
 */
export function ToastRegion() {
  const toasts = useToasts()
  const isSpanish = useSharedLanguage() === 'es'
  const [held, setHeld] = useState(false)
  const hidden = useDocumentVisibility() === 'hidden'
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    // A toast that disappears under the pointer or with the focus fires no event of leaving it.
    if (toasts.length === 0 || !region.current?.matches(':hover, :focus-within')) setHeld(false)
  }, [toasts.length])
  return (
    <section
      ref={region}
      aria-label={isSpanish ? 'Avisos' : 'Notifications'}
      className={css.region}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held || hidden} />
      ))}
    </section>
  )
}

const icons = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconExclamationCircle,
} as const satisfies Record<ToastKind, unknown>
const urgent: readonly ToastKind[] = ['warning', 'error']

const ToastCard = memo(function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, kind, content, time } = toast
  const isSpanish = useSharedLanguage() === 'es'
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => removeToast(id), time)
    return () => clearTimeout(timer)
  }, [id, time, held])
  const KindIcon = icons[kind]
  return (
    <div className={css.toast} data-kind={kind} role={urgent.includes(kind) ? 'alert' : 'status'}>
      <KindIcon size={16} stroke={1.75} className={css.icon} aria-hidden />
      <div className={css.content}>{content}</div>
      <CloseButton
        aria-label={isSpanish ? 'Cerrar' : 'Close'}
        size={24}
        iconSize={14}
        onClick={() => removeToast(id)}
      />
    </div>
  )
})
