import { sharedLanguage } from '../page/reader-language.ts'
import { addToast, removeToast } from '../toasts/toast-list.ts'

/** Longer than all attempts together; the toast is removed when they end. */
const maxMs = 120_000

/** Why requests are retried. */
export type RetryReason = 'lost' | 'busy'

const notices = {
  lost: {
    content: { en: 'Connection lost. Trying again…', es: 'Se perdió la conexión. Intentando de nuevo…' },
    retrying: 0,
    shown: 0,
  },
  busy: {
    content: {
      en: 'Coverdesk is busy for a moment. Trying again…',
      es: 'Coverdesk está ocupado un momento. Intentando de nuevo…',
    },
    retrying: 0,
    shown: 0,
  },
}

/**
 * Shows a discreet toast that a request is being retried, one for all concurrent retries with this reason; returns a
 * function that removes it.
 */
export function showRetryNotice(reason: RetryReason): () => void {
  const notice = notices[reason]
  if (notice.retrying++ === 0)
    notice.shown = addToast({ kind: 'info', content: notice.content[sharedLanguage()], time: maxMs })
  return () => {
    notice.retrying--
    if (notice.retrying === 0) removeToast(notice.shown)
  }
}
