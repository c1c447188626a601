import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  content: ReactNode
  /** Milliseconds it stays. */
  time: number
}

/** Most toasts at one time; a further one sends the oldest away (MSG-07, A-118). */
export const maxToasts = 5

let shown: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()

/** Shows a toast and gives its id. */
export function addToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  replace([...shown, { ...toast, id: lastId }].slice(-maxToasts))
  return lastId
}

/** Takes a toast away; nothing happens when it has gone already. */
export function removeToast(id: number): void {
  replace(shown.filter((toast) => toast.id !== id))
}

/** Takes all toasts away. */
export function clearToasts(): void {
  replace([])
}

/** The toasts on the screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(watch, () => shown)
}

function replace(toasts: readonly Toast[]): void {
  shown = toasts
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
