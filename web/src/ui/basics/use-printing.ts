import { useSyncExternalStore } from 'react'

let printing = false

/** True while the page is being printed, for content that the screen leaves out, such as rows out of view. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => printing || matchMedia('print').matches)
}

function watch(changed: () => void): () => void {
  const media = matchMedia('print')
  const begin = () => {
    printing = true
    changed()
  }
  const end = () => {
    printing = false
    changed()
  }
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  media.addEventListener('change', changed)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', changed)
  }
}
