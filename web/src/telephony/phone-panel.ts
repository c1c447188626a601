import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

/** Opens the phone, or closes it: the widget of the top bar and the floating button do the same. */
export function setPhoneOpen(wanted: boolean): void {
  open = wanted
  for (const listener of listeners) listener()
}

/** Whether the phone is open. */
export function usePhoneOpen(): boolean {
  return useSyncExternalStore(listen, () => open)
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The id of the panel, for what opens it. */
export const phonePanelId = 'phone-panel'
