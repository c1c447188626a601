import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Dialog } from './dialog.tsx'
import css from './shortcuts.module.css'

/** A key of the screen: what it does, and how; without `run` it is only told ('arrows' in a table). */
export interface Shortcut {
  /** One character such as '/', or words such as 'Shift ↑ ↓' for those without `run`. */
  keys: string
  does: string
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

/** True where a letter is a letter: in a text, a select, or behind an open dialog; one that fades out is open no more. */
function typing(event: KeyboardEvent): boolean {
  const target = event.target
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (document.querySelector('[role="dialog"][aria-modal="true"]:not([inert] *)')) return true
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null
}

/** The keys of a screen, as long as it is shown; `?` lists them. The newest of two with the same key wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  const told = shortcuts.map(({ keys, does, run }) => `${keys}\t${does}\t${run ? 'runs' : ''}`).join('\n')
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const mine = told.split('\n').map((line, index): Shortcut => {
      const [keys = '', does = '', runs] = line.split('\t')
      return { keys, does, ...(runs ? { run: () => latest.current[index]?.run?.() } : {}) }
    })
    change([...registered, ...mine])
    return () => change(registered.filter((shortcut) => !mine.includes(shortcut)))
  }, [told])
}

const always: readonly Shortcut[] = [
  { keys: '?', does: 'Show the keys of this screen' },
  { keys: 'Esc', does: 'Close what is on top' },
]

/** Listens to the keys of the screens and shows them at `?`. The shell has it once. */
export function ShortcutHelp() {
  const shortcuts = useSyncExternalStore(subscribe, () => registered)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (typing(event)) return
      // Keys that are only told, such as Enter in a table, do elsewhere what they always do.
      const shortcut = registered.findLast((one) => one.keys === event.key && one.run)
      if (event.key !== '?' && !shortcut) return
      event.preventDefault()
      if (shortcut) shortcut.run?.()
      else setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Dialog opened={open} onClose={() => setOpen(false)} title="Keys of this screen" size={420}>
      <dl className={css.keys}>
        {[...shortcuts, ...always].map((shortcut) => (
          <div key={`${shortcut.keys} ${shortcut.does}`}>
            <dt>{shortcut.does}</dt>
            <dd>
              <kbd>{shortcut.keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The keys of every table, to be told by screens that have one. */
export const tableKeys: readonly Shortcut[] = [
  { keys: '↑ ↓ PgUp PgDn Home End', does: 'Move in the table' },
  { keys: 'Space', does: 'Select or deselect the row' },
  { keys: 'Shift ↑ ↓', does: 'Select several rows' },
  { keys: 'Ctrl A', does: 'Select the rows of the page' },
  { keys: 'Enter', does: 'Open the row, sort at a heading' },
  { keys: 'Shift ← →', does: 'Make the column narrower or wider, at a heading' },
]
