import { useEffect, useState } from 'react'

/** Time to get the lock, for a page that was just left to release it. */
const waitMs = 300

/**
 * Whether this tab holds a lock that one tab of the browser has at a time; undefined until it is known. A waiting tab gets
 * the lock when the other one closes. Without a secure context there are no locks, and every tab holds it.
 */
export function useTabLock(name: string): boolean | undefined {
  const [isLeader, setHeld] = useState<boolean | undefined>(navigator.locks ? undefined : true)
  useEffect(() => {
    if (!navigator.locks) return
    const waiting = new AbortController()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const late = setTimeout(() => setHeld(false), waitMs)
    const hold = () => {
      clearTimeout(late)
      setHeld(true)
      return ended
    }
    // It rejects when this page stops waiting.
    navigator.locks.request(name, { signal: waiting.signal }, hold).catch(() => undefined)
    return () => {
      clearTimeout(late)
      waiting.abort()
      end()
    }
  }, [name])
  return isLeader
}
