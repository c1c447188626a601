import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

/** Opens or closes the phone, for the top bar widget and the floating button. */
export function setPhoneOpen(wanted: boolean): void {
  open = wanted
  for (const listener of listeners) listener()
}

export function usePhoneOpen(): boolean {
  return useSyncExternalStore(listen, () => open)
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** DOM id of the phone panel, for aria-controls. */
export const phonePanelId = 'phone-panel'
