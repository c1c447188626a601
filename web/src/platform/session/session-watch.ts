import { currentToken, endSession, expiryOf } from './session.ts'

const activityKey = 'lastActivity'
/**
 * Minimum time between two writes of the last activity, so that moving the mouse does not write to storage constantly.
 */
const recordIntervalMs = 1_000
const checkIntervalMs = 1_000
/** How long before the end for inactivity the warning appears; half the limit if that is shorter. */
const idleWarningMs = 60_000
/** How long before the token expires the user is notified. */
const expiryWarningMs = 300_000
const activityEvents = [
  'pointermove',
  'pointerdown',
  'keydown',
  'touchstart',
  'wheel',
  'scroll',
  'visibilitychange',
] as const

/** Restarts the inactivity timer of all tabs. */
export function recordActivity(now = Date.now()): void {
  localStorage.setItem(activityKey, String(now))
}

/** Time of the last activity in any tab; null before the first. */
export function lastActivity(): number | null {
  const noted = Number(localStorage.getItem(activityKey))
  return noted > 0 ? noted : null
}

/**
 * Ends the session when its token expires (AUTH-17) and after `inactivitySeconds` without mouse, key, touch, scroll or
 * focus in an embedded frame, counted over all tabs (AUTH-20, A-031). While the user is active, `onActive` is called at
 * most every third of that time, to keep the server's inactivity timer running for someone who reads or types for long.
 * `onIdle` receives the seconds left in the last minute, and null after activity in any tab; `onExpiring` is called
 * once, five minutes before the token expires, in a visible tab. Compares times instead of counting, so that a sleeping
 * computer is right when it wakes. Returns a function that stops it.
 */
export function watchSession(options: {
  inactivitySeconds: number
  onInactive: () => void
  onActive: () => void
  onIdle: (secondsLeft: number | null) => void
  onExpiring: (end: number) => void
}): () => void {
  const limit = options.inactivitySeconds * 1000
  const warning = Math.min(idleWarningMs, limit / 2)
  let announced = false
  let lastRecorded = lastActivity() ?? 0
  let lastHeartbeat = Date.now()
  if (lastRecorded === 0) recordActivity()

  const note = () => {
    const now = Date.now()
    if (document.hidden || isInactive(now, limit) || now - lastRecorded < recordIntervalMs) return
    lastRecorded = now
    recordActivity(now)
    options.onIdle(null)
  }
  const noteFrame = () => {
    if (document.activeElement instanceof HTMLIFrameElement) note()
  }
  const check = () => {
    const now = Date.now()
    const token = currentToken()
    if (token === null) return
    const expiry = expiryOf(token)
    if (expiry !== null && now >= expiry) return endSession('expired')
    const left = limit - (now - (lastActivity() ?? now))
    if (left <= 0) return options.onInactive()
    options.onIdle(left <= warning ? Math.ceil(left / 1000) : null)
    if (expiry !== null && expiry - now <= expiryWarningMs && !announced && !document.hidden) {
      announced = true
      options.onExpiring(expiry)
    }
    if (now - lastHeartbeat < limit / 3 || (lastActivity() ?? 0) <= lastHeartbeat) return
    lastHeartbeat = now
    options.onActive()
  }

  for (const sign of activityEvents) document.addEventListener(sign, note, { passive: true, capture: true })
  window.addEventListener('blur', noteFrame)
  // Picks up activity of other tabs, and a hidden tab whose timers the browser throttles.
  window.addEventListener('storage', check)
  document.addEventListener('visibilitychange', check)
  const timer = setInterval(check, checkIntervalMs)
  check()
  return () => {
    clearInterval(timer)
    window.removeEventListener('blur', noteFrame)
    window.removeEventListener('storage', check)
    document.removeEventListener('visibilitychange', check)
    for (const sign of activityEvents) document.removeEventListener(sign, note, { capture: true })
  }
}

function isInactive(now: number, limit: number): boolean {
  return now - (lastActivity() ?? now) >= limit
}
