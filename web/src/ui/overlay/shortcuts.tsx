import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Dialog } from './dialog.tsx'

const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((file) => ({ default: file.ShortcutList })))

/** Keyboard shortcut of a screen; without `run` it is only listed ('arrows' in a table). */
export interface Shortcut {
  /** One character such as '/', or text such as 'Shift ↑ ↓' for shortcuts without `run`. */
  keys: string
  description: string
  run?(): void
}

let registered: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]) {
  registered = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True where keys are text input or belong to an open dialog; a dialog that is fading out does not count. */
function isReserved(event: KeyboardEvent): boolean {
  const target = event.target
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (document.querySelector('[role="dialog"][aria-modal="true"]:not([inert] *)')) return true
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null
}

/** Registers the shortcuts of a screen while it is mounted; `?` lists them. The latest registration of a key wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  const signature = shortcuts
    .map(({ keys, description, run }) => `${keys}\t${description}\t${run ? 'runs' : ''}`)
    .join('\n')
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const mine = signature.split('\n').map((line, index): Shortcut => {
      const [keys = '', description = '', runs] = line.split('\t')
      return { keys, description, ...(runs ? { run: () => latest.current[index]?.run?.() } : {}) }
    })
    change([...registered, ...mine])
    return () => change(registered.filter((shortcut) => !mine.includes(shortcut)))
  }, [signature])
}

let isHelpOpen = false

/** Opens or closes the list of shortcuts, as `?` does. */
export function showShortcuts(shown: boolean): void {
  isHelpOpen = shown
  for (const listener of listeners) listener()
}

/** Handles the shortcuts of all screens and lists them on `?`. Rendered once, by the frame. */
export function ShortcutHelp() {
  const shortcuts = useSyncExternalStore(subscribe, () => registered)
  const open = useSyncExternalStore(subscribe, () => isHelpOpen)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isReserved(event)) return
      // Keys that are only listed, such as Enter in a table, keep their normal behavior.
      const shortcut = registered.findLast((candidate) => candidate.keys === event.key && candidate.run)
      if (event.key !== '?' && !shortcut) return
      event.preventDefault()
      if (shortcut) shortcut.run?.()
      else showShortcuts(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Dialog opened={open} onClose={() => showShortcuts(false)} title="Keyboard shortcuts" size={420}>
      <Suspense>
        <ShortcutList shortcuts={shortcuts} />
      </Suspense>
    </Dialog>
  )
}

/** Shortcuts of every table, listed by screens with a table. */
export const tableShortcuts: readonly Shortcut[] = [
  { keys: '↑ ↓ PgUp PgDn Home End', description: 'Move around the table' },
  { keys: 'Space', description: 'Select or deselect the row' },
  { keys: 'Shift ↑ ↓', description: 'Select several rows' },
  { keys: 'Ctrl A', description: 'Select all rows of the page' },
  { keys: 'Enter', description: 'Open row (or sort a column)' },
  { keys: 'Shift ← →', description: 'Resize a column (on its heading)' },
]
