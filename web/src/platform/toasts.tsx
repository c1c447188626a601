import { Button } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import { failureMessage } from './failure-message.ts'

/** Milliseconds that a toast of each kind stays (MSG-06, A-118); the update prompt has its own time (SHELL-49). */
export const toastTimes = { success: 5_000, info: 5_000, warning: 10_000, error: 20_000, update: 180_000 } as const
/** Most toasts at one time; a further one sends the oldest away (MSG-07, A-118). */
export const mostToasts = 5

const looks = {
  success: { color: 'green', icon: <IconCircleCheck size={18} />, role: 'status' },
  info: { color: 'blue', icon: <IconInfoCircle size={18} />, role: 'status' },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} />, role: 'alert' },
  error: { color: 'red', icon: <IconExclamationCircle size={18} />, role: 'alert' },
} as const

function show(kind: keyof typeof looks, message: React.ReactNode, time: number = toastTimes[kind]): string {
  const shown = notificationsStore.getState().notifications
  for (const oldest of shown.slice(0, Math.max(0, shown.length - mostToasts + 1)))
    if (oldest.id) notifications.hide(oldest.id)
  return notifications.show({ ...looks[kind], message, autoClose: time })
}

export const toasts = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),

  /** The server's sentence behind the specification's prefix, as one toast (MSG-11); with the debug flag a second one tells more (MSG-08). */
  failure(prefix: string, error: unknown): void {
    show('error', [prefix, failureMessage(error)].filter(Boolean).join(' '))
    if (localStorage.getItem('debug') === 'true') show('error', `Debug: ${debugText(error)}`)
  },

  /** Asks to reload for a newer build; closing it keeps the page (SHELL-49, SHELL-50). */
  update(reload: () => void): void {
    const prompt = (
      <>
        Update available, reload page?{' '}
        <Button size="xs" ml={8} onClick={reload}>
          Reload
        </Button>
      </>
    )
    show('info', prompt, toastTimes.update)
  },
}

function debugText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = 'details' in error && error.details !== undefined ? ` ${JSON.stringify(error.details)}` : ''
  return `${error.name} ${'code' in error ? String(error.code) : ''} ${error.message}${details}`
}
