import { addToast, removeToast } from '../toasts/toast-list.ts'

/** Longer than all attempts together; it is taken away when they end. */
const maxMs = 120_000

let retrying = 0
let shown: number | null = null

/** Tells quietly that something is sent again, once however many do so; returns what takes the notice away. */
export function showRetrying(): () => void {
  retrying++
  shown ??= addToast({ kind: 'info', content: 'Connection lost. Trying again…', time: maxMs })
  return () => {
    retrying--
    if (retrying > 0 || shown === null) return
    removeToast(shown)
    shown = null
  }
}
