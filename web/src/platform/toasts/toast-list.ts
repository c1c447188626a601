import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  content: ReactNode
  /** Lifetime in milliseconds. */
  time: number
}

/** Maximum number of toasts; a further one removes the oldest (MSG-07, A-118). */
export const maxToasts = 5

let shown: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()

/** Shows a toast and returns its id. */
export function addToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  replace([...shown, { ...toast, id: lastId }].slice(-maxToasts))
  return lastId
}

/** Removes a toast if it is still shown. */
export function removeToast(id: number): void {
  replace(shown.filter((toast) => toast.id !== id))
}

/** Function that removes the toasts of a kind that are shown now. */
export function removerOf(kind: ToastKind): () => void {
  const earlier = new Set(shown.filter((toast) => toast.kind === kind))
  return () => {
    if (earlier.size > 0) replace(shown.filter((toast) => !earlier.has(toast)))
  }
}

/** Removes all toasts. */
export function clearToasts(): void {
  replace([])
}

/** Current toasts, oldest first. */
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
