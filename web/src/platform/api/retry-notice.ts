import { addToast, removeToast } from '../toasts/toast-list.ts'

/** Longer than all attempts together; the toast is removed when they end. */
const maxMs = 120_000

let retrying = 0
let shown: number | null = null

/**
 * Shows a discreet toast that a request is being retried, one for all concurrent retries; returns a function that
 * removes it.
 */
export function showRetryNotice(): () => void {
  retrying++
  shown ??= addToast({ kind: 'info', content: 'Connection lost. Trying again…', time: maxMs })
  return () => {
    retrying--
    if (retrying > 0 || shown === null) return
    removeToast(shown)
    shown = null
  }
}
