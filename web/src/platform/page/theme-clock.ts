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

/** Current color scheme, updated each minute and when the system's preference changes. */
export function useScheme(): Scheme {
  return useSyncExternalStore(watch, () => schemeAt(new Date(), matchMedia(prefersDark).matches))
}

function watch(changed: () => void): () => void {
  const minute = setInterval(changed, 60_000)
  const system = matchMedia(prefersDark)
  system.addEventListener('change', changed)
  return () => {
    clearInterval(minute)
    system.removeEventListener('change', changed)
  }
}
