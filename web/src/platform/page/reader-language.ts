import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { useSyncExternalStore } from 'react'

const key = 'language'
const shownKey = 'clientLanguage'
const listeners = new Set<() => void>()
let current = stored()

/** The reader's last choice on this device, or else the browser's language. */
function stored(): MessageLanguage {
  const chosen = localStorage.getItem(key) ?? navigator.language
  return chosen.startsWith('es') ? 'es' : 'en'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setLanguage(language: MessageLanguage): void {
  current = language
  localStorage.setItem(key, language)
  for (const listener of listeners) listener()
}

/** Shows a page in the language that its sender chose, unless the reader has chosen one on this device. */
export function suggestLanguage(language: MessageLanguage): void {
  if (current === language || localStorage.getItem(key) !== null) return
  current = language
  followPage()
}

/** Language of the pages for clients: See Plans, the wizard and the consumer app. */
export function useLanguage(): MessageLanguage {
  return useSyncExternalStore(subscribe, () => current)
}

/** Pages for clients; all others but sign-in are in English. */
const clientPages = /^\/(self-enroll|consumer|sign|stop-emails|ede|exchange\/authorize|login\/(register|confirm))(\/|$)/
const signInPages = /^\/login(\/|$)/

/** Sign-in is shared with staff: English, unless this reader chose a language or this tab came from a page for clients. */
function signInLanguage(): MessageLanguage {
  return (localStorage.getItem(key) ?? sessionStorage.getItem(shownKey)) === 'es' ? 'es' : 'en'
}

/** Language of screens and components that clients and staff share. */
export function useSharedLanguage(): MessageLanguage {
  return useSyncExternalStore(subscribe, sharedLanguage)
}

/** Called after each navigation: what stays on the screen, such as a toast, takes the language of the new page. */
export function followPage(): void {
  if (clientPages.test(location.pathname)) sessionStorage.setItem(shownKey, current)
  for (const listener of listeners) listener()
}

/** The same outside of components. */
export function sharedLanguage(): MessageLanguage {
  if (clientPages.test(location.pathname)) return current
  return signInPages.test(location.pathname) ? signInLanguage() : 'en'
}

/** Whether this page is in Spanish, or can be switched to it while a failure is shown. */
export function mayBeSpanish(): boolean {
  return clientPages.test(location.pathname) || sharedLanguage() === 'es'
}
