import { useEffect, useEffectEvent } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

/** Shows why something could not be asked as an error toast (PTO-11), once for each reason however often it is tried. */
export function useToldFailure(failure: Error | null): void {
  const reason = failure ? failureMessage(failure) : null
  const tell = useEffectEvent(() => toasts.failure('', failure))
  useEffect(() => {
    if (reason) tell()
  }, [reason])
}
