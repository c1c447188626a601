import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureMessage, wasShown } from '../failures/failure-message.ts'
import { addToast, removerOf, removeToast, type ToastKind } from './toast-list.ts'

/** Lifetime of each kind of toast in milliseconds (MSG-06, A-118); the update prompt has its own (SHELL-49). */
export const toastTimes = { success: 5_000, info: 5_000, warning: 10_000, error: 20_000, update: 180_000 } as const

function show(kind: ToastKind, content: ReactNode, time: number = toastTimes[kind]): number {
  return addToast({ kind, content, time })
}

/** Toasts for any feature: `toasts.success('Changes saved')`. */
export const toasts = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),

  /** Toast with an action, such as Undo; as long as a warning. */
  offer(message: string, label: string, act: () => void): void {
    const id = show(
      'success',
      <>
        <span>{message}</span>
        <Button
          size="xs"
          onClick={() => {
            removeToast(id)
            act()
          }}
        >
          {label}
        </Button>
      </>,
      toastTimes.warning,
    )
  },

  /**
   * Server message behind the specification's prefix as one toast (MSG-11); the debug flag adds a second one with
   * details (MSG-08).
   */
  failure(prefix: string, error: unknown): void {
    if (wasShown(error)) return
    show('error', [prefix, failureMessage(error)].filter(Boolean).join(' '))
    if (localStorage.getItem('debug') === 'true') show('error', `Debug: ${debugText(error)}`)
  },

  /** Function that removes the errors shown now, for when the next attempt succeeds. */
  earlierErrors: () => removerOf('error'),

  /** Prompt to reload for a newer build; closing it keeps the page (SHELL-49, SHELL-50). */
  update(reload: () => void): void {
    const prompt = (
      <>
        <span>Update available, reload page?</span>
        <Button size="xs" onClick={reload}>
          Reload
        </Button>
      </>
    )
    show('info', prompt, toastTimes.update)
  },
}

function debugText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const details = 'details' in error && error.details !== undefined ? ` ${JSON.stringify(error.details)}` : ''
  return `${error.name}${code} ${error.message}${details}`
}
