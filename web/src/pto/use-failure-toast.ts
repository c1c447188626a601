import { useEffect, useEffectEvent } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

/** Shows a query's failure as a toast (PTO-11), once per reason across retries. */
export function useFailureToast(failure: Error | null): void {
  const reason = failure ? failureMessage(failure) : null
  const showToast = useEffectEvent(() => toasts.failure('', failure))
  useEffect(() => {
    if (reason) showToast()
  }, [reason])
}
