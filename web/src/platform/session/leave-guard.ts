import { useBlocker } from '@tanstack/react-router'
import { openRecords } from '../address/open-records.ts'
import { currentToken } from './session.ts'

/**
 * Blocks navigation to another page, tab or record, and Back to before a dialog of the address, while `isUnsaved` until the
 * user decides: `asking` is then true, and `leave` or `stay` continues. Closing the window triggers the browser's own
 * question. Never blocks when the session has ended.
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

/** Names in the URL of what a page shows; the other parts of the address are filters and the like. */
const shown = ['tab', 'dialog', ...openRecords] as const
type Shown = { readonly [Name in (typeof shown)[number]]?: unknown }

const placeOf = ({ pathname, search }: { pathname: string; search: Shown }) =>
  [pathname.toLowerCase(), ...shown.map((name) => search[name])].join(' ')
