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

/** Removes all toasts of a kind. */
export function removeToasts(kind: ToastKind): void {
  if (shown.some((toast) => toast.kind === kind)) replace(shown.filter((toast) => toast.kind !== kind))
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
