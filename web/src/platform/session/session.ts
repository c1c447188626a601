import { useSyncExternalStore } from 'react'

/** Why a session ended; sets the message for the user (AUTH-17, AUTH-18, AUTH-20). */
export type SessionEnd = 'logout' | 'expired' | 'inactive'

const tokenKey = 'token'
const endKey = 'sessionEnd'
const endSentenceKey = 'sessionEndSentence'
const clockKey = 'clockAhead'
const applicationKey = 'appId'

let token = localStorage.getItem(tokenKey)
const watchers = new Set<() => void>()
const startListeners = new Set<(holder: string | null) => void>()
let catchUp: () => void = () => finish('expired')
let endSentence: string | null = null
type EndListener = (reason: SessionEnd, sentence: string | null) => void
const endListeners = new Set<EndListener>()

/**
 * Token of this tab's session, or null. In memory, so that a tab never writes as a user who signed in in another one
 * (P-22).
 */
export function currentToken(): string | null {
  return token
}

/** Stores the token of a completed login in localStorage, so that a reload stays signed in (AUTH-16). */
export function startSession(newToken: string): void {
  localStorage.removeItem(endKey)
  localStorage.removeItem(endSentenceKey)
  localStorage.setItem(clockKey, String(clockAhead(newToken)))
  localStorage.setItem(tokenKey, newToken)
  open(newToken)
}

/** The server's sentence about the end of this tab's last session, when its user did not cause it here; else null. */
export function sessionEndSentence(): string | null {
  return endSentence
}

/**
 * Ends the session in this tab and all others, with a reason and the server's sentence about it; does nothing without a session. If the server rejected a
 * token while another tab stored a newer one, nothing ends: this tab adopts the newer one.
 */
export function endSession(reason: SessionEnd, sentence: string | null = null): void {
  if (reason === 'expired' && localStorage.getItem(tokenKey) !== token) catchUp()
  else if (token !== null) finish(reason, sentence)
}

/**
 * Handles the server's message that the session of `ended` is over. Does nothing if this tab already has another
 * session, and adopts a newer one that another tab stored.
 */
export function endRevokedSession(ended: string, reason: SessionEnd, sentence: string | null = null): void {
  if (ended !== token) return
  if (localStorage.getItem(tokenKey) === token) finish(reason, sentence)
  else catchUp()
}

function finish(reason: SessionEnd, sentence: string | null = null): void {
  localStorage.setItem(endKey, reason)
  if (sentence === null) localStorage.removeItem(endSentenceKey)
  else localStorage.setItem(endSentenceKey, sentence)
  localStorage.removeItem(tokenKey)
  if (reason === 'logout') localStorage.removeItem(applicationKey)
  close(reason, sentence)
}

/**
 * Calls `listener` with the user when a session begins in this tab, including through a login in another one. Returns
 * the unsubscribe function.
 */
export function onSessionStart(listener: (holder: string | null) => void): () => void {
  startListeners.add(listener)
  return () => startListeners.delete(listener)
}

/** Calls `listener` when the session of this tab ends, whichever tab ended it. Returns the unsubscribe function. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Whether a user is signed in in this tab; updates on login and end. */
export function useToken(): string | null {
  return useSyncExternalStore(watch, currentToken)
}

/**
 * When the token expires, in ms by this browser's clock; null for an opaque token. For timers only: the server decides.
 */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 + Number(localStorage.getItem(clockKey)) : null
}

/** Milliseconds that this browser's clock is ahead of the server's; less than a minute is network latency (P-82). */
function clockAhead(newToken: string): number {
  const { iat } = claimsOf(newToken)
  const ahead = typeof iat === 'number' ? Date.now() - iat * 1000 : 0
  return Math.abs(ahead) < 60_000 ? 0 : ahead
}

/** User id of the token, the same in every session of a user; null for an opaque token. */
export function userIdOf(token: string): string | null {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' ? sub : null
}

/**
 * Follows the other tabs. If one signs out, so does this one. A login there is adopted (`signedIn`), silently if it is
 * a newer session of the same user, so that an open form stays. If it is another user's, no data of the former user may
 * stay on the screen or be sent for the new one: this tab drops its session and reloads (P-22). Also checked when a
 * page is restored from the back-forward cache or becomes visible, since it receives no events before (P-23).
 */
export function followOtherTabs({ signedIn, reload }: { signedIn: () => void; reload: () => void }): () => void {
  const follow = () => {
    const stored = localStorage.getItem(tokenKey)
    if (stored === token) return
    if (stored === null) return close(endOf(localStorage.getItem(endKey)), localStorage.getItem(endSentenceKey))
    if (token === null) {
      open(stored)
      return signedIn()
    }
    if (userIdOf(stored) !== null && userIdOf(stored) === userIdOf(token)) return setToken(stored)
    setToken(null)
    reload()
  }
  catchUp = follow
  const events = ['storage', 'pageshow', 'focus'] as const
  for (const event of events) window.addEventListener(event, follow)
  document.addEventListener('visibilitychange', follow)
  return () => {
    catchUp = () => finish('expired')
    for (const event of events) window.removeEventListener(event, follow)
    document.removeEventListener('visibilitychange', follow)
  }
}

/** Application that a customer or consumer works on, stored after the return from the marketplace (ENROLL-18). */
export const storedApplication = {
  get: () => localStorage.getItem(applicationKey),
  set: (id: string) => localStorage.setItem(applicationKey, id),
}

function claimsOf(token: string): { exp?: unknown; iat?: unknown; sub?: unknown } {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

function endOf(stored: string | null): SessionEnd {
  return stored === 'expired' || stored === 'inactive' ? stored : 'logout'
}

function open(newToken: string): void {
  endSentence = null
  setToken(newToken)
  for (const listener of startListeners) listener(userIdOf(newToken))
}

function close(reason: SessionEnd, sentence: string | null): void {
  endSentence = sentence
  setToken(null)
  for (const listener of endListeners) listener(reason, sentence)
}

function setToken(value: string | null): void {
  token = value
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
