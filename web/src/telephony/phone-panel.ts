import { useSyncExternalStore } from 'react'

/** Button that opened the phone; the panel opens next to it. */
export type PhoneOpener = 'bar' | 'float'

let openedBy: PhoneOpener | null = null
const listeners = new Set<() => void>()

/** Opens the phone next to one of its two buttons; null closes it. */
export function setPhoneOpen(opener: PhoneOpener | null): void {
  openedBy = opener
  for (const listener of listeners) listener()
}

/** Button that opened the phone, or null while it is closed. */
export function usePhoneOpener(): PhoneOpener | null {
  return useSyncExternalStore(listen, () => openedBy)
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** DOM id of the phone panel, for aria-controls. */
export const phonePanelId = 'phone-panel'
/** DOM id of the top bar widget, which takes the focus back. */
export const phoneWidgetId = 'phone-widget'
