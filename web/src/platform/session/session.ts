import { useSyncExternalStore } from 'react'

/** Why a session is over: what the person is told (AUTH-17, AUTH-18, AUTH-20). */
export type SessionEnd = 'logout' | 'expired' | 'inactive'

const tokenKey = 'token'
const endKey = 'sessionEnd'
const clockKey = 'clockAhead'
const applicationKey = 'appId'

let token = localStorage.getItem(tokenKey)
const watchers = new Set<() => void>()
const starts = new Set<(holder: string | null) => void>()
let catchUp: () => void = () => finish('expired')
const endings = new Set<(reason: SessionEnd) => void>()

/** The token of this tab's session, or null. Held in memory, so that a tab never writes as somebody who signed in in another one (P-22). */
export function currentToken(): string | null {
  return token
}

/** Keeps the token of a completed login in localStorage, so that a reload stays signed in (AUTH-16). */
export function startSession(newToken: string): void {
  localStorage.removeItem(endKey)
  localStorage.setItem(clockKey, String(clockAhead(newToken)))
  localStorage.setItem(tokenKey, newToken)
  open(newToken)
}

/**
 * Forgets the session in this tab and all others, and says why; does nothing when there is none. A token that the server
 * refused while another tab stored a newer one ends nothing: this tab catches up instead.
 */
export function endSession(reason: SessionEnd): void {
  if (reason === 'expired' && localStorage.getItem(tokenKey) !== token) catchUp()
  else if (token !== null) finish(reason)
}

/**
 * The server says that the session behind `ended` is over, wherever that was done. Does nothing when this tab holds
 * another one by now, and catches up when another tab stored a newer one.
 */
export function sessionOver(ended: string, reason: SessionEnd): void {
  if (ended !== token) return
  if (localStorage.getItem(tokenKey) === token) finish(reason)
  else catchUp()
}

function finish(reason: SessionEnd): void {
  localStorage.setItem(endKey, reason)
  localStorage.removeItem(tokenKey)
  if (reason === 'logout') localStorage.removeItem(applicationKey)
  close(reason)
}

/** Calls `listener` when a session begins in this tab, also by a login in another one, with whose it is. Answers how to stop. */
export function onSessionStart(listener: (holder: string | null) => void): () => void {
  starts.add(listener)
  return () => starts.delete(listener)
}

/** Calls `listener` when the session of this tab ends, whichever tab ended it. Answers how to stop. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  endings.add(listener)
  return () => endings.delete(listener)
}

/** Whether somebody is signed in in this tab; follows logins and ends. */
export function useToken(): string | null {
  return useSyncExternalStore(watch, currentToken)
}

/** When the token expires, in ms by this browser's clock, or null for a token that does not tell. For timers only: the server decides. */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 + Number(localStorage.getItem(clockKey)) : null
}

/** Milliseconds that this browser's clock is ahead of the server's; less than a minute is the way of the answer (P-82). */
function clockAhead(newToken: string): number {
  const { iat } = claimsOf(newToken)
  const ahead = typeof iat === 'number' ? Date.now() - iat * 1000 : 0
  return Math.abs(ahead) < 60_000 ? 0 : ahead
}

/** Who holds the token: the same in every session of one person; null for a token that does not tell. */
export function holderOf(token: string): string | null {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' ? sub : null
}

/**
 * Follows what other tabs do. Their end is this tab's end. A login there is taken over here (`signedIn`), in silence when
 * it is a newer session of the same person, so that an open form stays; when it is somebody else's, nothing of the former
 * person may stay on the screen or be sent for the newer one: this tab forgets its session and opens anew (P-22). Also
 * asked when a page comes back from the browser's memory or to the front, which hears nothing while it is away (P-23).
 */
export function followOtherTabs({ signedIn, openAnew }: { signedIn: () => void; openAnew: () => void }): () => void {
  const follow = () => {
    const stored = localStorage.getItem(tokenKey)
    if (stored === token) return
    if (stored === null) return close(endOf(localStorage.getItem(endKey)))
    if (token === null) {
      open(stored)
      return signedIn()
    }
    if (holderOf(stored) !== null && holderOf(stored) === holderOf(token)) return hold(stored)
    hold(null)
    openAnew()
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

/** The application a customer or consumer works on, kept after a return from the marketplace (ENROLL-18). */
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
  hold(newToken)
  for (const listener of starts) listener(holderOf(newToken))
}

function close(reason: SessionEnd): void {
  hold(null)
  for (const listener of endings) listener(reason)
}

function hold(value: string | null): void {
  token = value
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
