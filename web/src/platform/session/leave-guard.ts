import { useBlocker } from '@tanstack/react-router'
import { currentToken } from './session.ts'

/**
 * While `unsaved`, keeps a person on the screen who goes elsewhere, until asked: `asking` is true then, and one of
 * `leave` and `stay` goes on. Closing the window asks in the browser's words. A session that ended is not held back.
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
