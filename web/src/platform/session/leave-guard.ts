import { useBlocker } from '@tanstack/react-router'
import { currentToken } from './session.ts'

/**
 * Blocks navigation to another page, and Back to before a dialog of the address, while `isUnsaved` until the user decides:
 * `asking` is then true, and `leave` or `stay` continues. Closing the window triggers the browser's own question. Never
 * blocks when the session has ended.
 */
export function useLeaveGuard(isUnsaved: () => boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const isBlocking = () => isUnsaved() && currentToken() !== null
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => placeOf(current) !== placeOf(next) && isBlocking(),
    enableBeforeUnload: isBlocking,
    withResolver: true,
  })
  return {
    asking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  }
}

/** Page and dialog; the other parts of the address are filters and the like. */
const placeOf = ({ pathname, search }: { pathname: string; search: { dialog?: unknown } }) =>
  `${pathname.toLowerCase()} ${search.dialog}`
