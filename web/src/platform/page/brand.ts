import type { Brand } from '@coverdesk/domain/shell/shell-contract.ts'
import { useSyncExternalStore } from 'react'
import { brandOfPage } from './page-values.ts'

let shown: Brand | undefined
const watchers = new Set<() => void>()

/** The brand of this host (SHELL-43). */
export function useBrand(): Brand {
  return useSyncExternalStore(watch, currentBrand)
}

/** Shows a brand that changed while the page is open. */
export function showBrand(brand: Brand): void {
  shown = brand
  for (const watcher of watchers) watcher()
}

function currentBrand(): Brand {
  shown ??= brandOfPage()
  return shown
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
