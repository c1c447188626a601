import { useSyncExternalStore } from 'react'

export type Scheme = 'light' | 'dark'

/**
 * Light from 8:00 to 17:59 local time, dark otherwise; dark at any time if the system prefers it (SHELL-45, SHELL-46).
 */
export function schemeAt(time: Date, systemDark: boolean): Scheme {
  const hour = time.getHours()
  return systemDark || hour < 8 || hour >= 18 ? 'dark' : 'light'
}

const prefersDark = '(prefers-color-scheme: dark)'
/** Read by index.html as well. */
const choiceKey = 'color-scheme'
const watchers = new Set<() => void>()

/** Scheme that the user chose in this browser; null follows the clock and the system (decision 144). */
export function chosenScheme(): Scheme | null {
  const stored = localStorage.getItem(choiceKey)
  return stored === 'light' || stored === 'dark' ? stored : null
}

/** Applies a scheme in this browser until another choice; null returns to the clock and the system. */
export function chooseScheme(scheme: Scheme | null): void {
  if (scheme === null) localStorage.removeItem(choiceKey)
  else localStorage.setItem(choiceKey, scheme)
  for (const changed of watchers) changed()
}

/**
 * Current color scheme: the user's choice; otherwise updated each minute and when the system's preference changes
 * (A-019).
 */
export function useScheme(): Scheme {
  return useSyncExternalStore(watch, () => chosenScheme() ?? schemeAt(new Date(), matchMedia(prefersDark).matches))
}

function watch(changed: () => void): () => void {
  const minute = setInterval(changed, 60_000)
  const system = matchMedia(prefersDark)
  system.addEventListener('change', changed)
  // Choices of other tabs.
  addEventListener('storage', changed)
  watchers.add(changed)
  return () => {
    clearInterval(minute)
    system.removeEventListener('change', changed)
    removeEventListener('storage', changed)
    watchers.delete(changed)
  }
}
