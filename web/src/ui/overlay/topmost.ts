import { useEffect, useId, useSyncExternalStore } from 'react'

/** Open dialogs, the topmost last. */
let open: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether no other dialog was opened above this one: Esc is for the topmost dialog only. */
export function useTopmost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    change([...open, id])
    return () => {
      // After this event, or else the dialog below would handle the Esc that closed this one.
      setTimeout(() => change(open.filter((other) => other !== id)))
    }
  }, [opened, id])
  return useSyncExternalStore(subscribe, () => open.at(-1) === id)
}
