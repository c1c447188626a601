import { useSyncExternalStore } from 'react'

/** Why a session is over: what the person is told (AUTH-17, AUTH-18, AUTH-20). */
export type SessionEnd = 'logout' | 'expired' | 'inactive'

const tokenKey = 'token'
const endKey = 'sessionEnd'
const applicationKey = 'appId'

let token = localStorage.getItem(tokenKey)
const watchers = new Set<() => void>()
const endings = new Set<(reason: SessionEnd) => void>()

/** The token of this tab's session, or null. Held in memory, so that a tab never writes as somebody who signed in in another one (P-22). */
export function currentToken(): string | null {
  return token
}

/** Keeps the token of a completed login in localStorage, so that a reload stays signed in (AUTH-16). */
export function startSession(newToken: string): void {
  localStorage.removeItem(endKey)
  localStorage.setItem(tokenKey, newToken)
  hold(newToken)
}

/** Forgets the session in this tab and all others, and says why; does nothing when there is none. */
export function endSession(reason: SessionEnd): void {
  if (token === null) return
  localStorage.setItem(endKey, reason)
  localStorage.removeItem(tokenKey)
  if (reason === 'logout') localStorage.removeItem(applicationKey)
  close(reason)
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

/** When the token expires, in ms since 1970, or null for a token that does not tell. For timers only: the server decides. */
export function expiryOf(token: string): number | null {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null
  } catch {
    return null
  }
}

/**
 * Follows what other tabs do: their end is this tab's end, and somebody else's login there opens the portal anew here,
 * so that nothing of the former person stays on the screen.
 */
export function followOtherTabs(openPortal: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== tokenKey || event.newValue === token) return
    if (event.newValue === null) close(endOf(localStorage.getItem(endKey)))
    else openPortal()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The application a customer or consumer works on, kept after a return from the marketplace (ENROLL-18). */
export const storedApplication = {
  get: () => localStorage.getItem(applicationKey),
  set: (id: string) => localStorage.setItem(applicationKey, id),
}

function endOf(stored: string | null): SessionEnd {
  return stored === 'expired' || stored === 'inactive' ? stored : 'logout'
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
