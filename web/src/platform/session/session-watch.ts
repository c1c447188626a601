import { currentToken, endSession, expiryOf } from './session.ts'

const activityKey = 'lastActivity'
/** Activity is noted at most this often, so that moving the mouse does not write to storage all the time. */
const noteEvery = 1_000
const checkEvery = 1_000
/** Before it ends for inactivity, a session is warned about for this long; for half the time when that is short. */
const idleWarning = 60_000
/** Before the end of its token it is announced this early. */
const expiryWarning = 300_000
const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'scroll', 'visibilitychange'] as const

/** Restarts the time without activity, for all tabs. */
export function noteActivity(now = Date.now()): void {
  localStorage.setItem(activityKey, String(now))
}

/** When somebody last did something in any tab; null before the first note. */
export function lastActivity(): number | null {
  const noted = Number(localStorage.getItem(activityKey))
  return noted > 0 ? noted : null
}

/**
 * Ends the session at its expiry time (AUTH-17) and after `inactivitySeconds` without mouse, key, touch, scroll or focus
 * in an embedded frame, counted over all tabs (AUTH-20, A-031). `onActive` is called at most every third of that time
 * while somebody is active, to keep the server's own clock of activity going for a person who reads or types for long.
 * `onIdle` gets the seconds that are left in the last minute before the end for inactivity, and null once somebody was
 * active in any tab; `onExpiring` hears once, five minutes before, in a tab that can be seen, when the token ends.
 * Time is compared, not counted: a computer that slept ends what is over when it wakes. Answers how to stop.
 */
export function watchSession(options: {
  inactivitySeconds: number
  onInactive: () => void
  onActive: () => void
  onIdle: (secondsLeft: number | null) => void
  onExpiring: (end: number) => void
}): () => void {
  const limit = options.inactivitySeconds * 1000
  const warning = Math.min(idleWarning, limit / 2)
  let announced = false
  let lastNoted = lastActivity() ?? 0
  let lastBeat = Date.now()
  if (lastNoted === 0) noteActivity()

  const note = () => {
    const now = Date.now()
    if (document.hidden || overdue(now, limit) || now - lastNoted < noteEvery) return
    lastNoted = now
    noteActivity(now)
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
    if (expiry !== null && expiry - now <= expiryWarning && !announced && !document.hidden) {
      announced = true
      options.onExpiring(expiry)
    }
    if (now - lastBeat < limit / 3 || (lastActivity() ?? 0) <= lastBeat) return
    lastBeat = now
    options.onActive()
  }

  for (const sign of signs) document.addEventListener(sign, note, { passive: true, capture: true })
  window.addEventListener('blur', noteFrame)
  // A note of another tab, and a tab that was hidden, whose timer the browser slows down.
  window.addEventListener('storage', check)
  document.addEventListener('visibilitychange', check)
  const timer = setInterval(check, checkEvery)
  check()
  return () => {
    clearInterval(timer)
    window.removeEventListener('blur', noteFrame)
    window.removeEventListener('storage', check)
    document.removeEventListener('visibilitychange', check)
    for (const sign of signs) document.removeEventListener(sign, note, { capture: true })
  }
}

function overdue(now: number, limit: number): boolean {
  return now - (lastActivity() ?? now) >= limit
}
