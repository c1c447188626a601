import { useBlocker } from '@tanstack/react-router'
import { currentToken } from './session.ts'

/**
 * Blocks navigation while `unsaved` until the user decides: `asking` is then true, and `leave` or `stay` continues.
 * Closing the window triggers the browser's own question. Never blocks when the session has ended.
 */
export function useLeaveGuard(unsaved: boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && currentToken() !== null && current.pathname.toLowerCase() !== next.pathname.toLowerCase(),
    enableBeforeUnload: () => unsaved && currentToken() !== null,
    withResolver: true,
  })
  return {
    asking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  }
}
