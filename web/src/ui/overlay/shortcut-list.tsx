import css from './shortcut-list.module.css'

interface ListedShortcut {
  keys: string
  description: string
}

const globalShortcuts: readonly ListedShortcut[] = [
  { keys: '?', description: 'Show keyboard shortcuts' },
  { keys: 'Esc', description: 'Close' },
]

/** The shortcuts of all screens with their keys; loaded when it is opened. */
export function ShortcutList({ shortcuts }: { shortcuts: readonly ListedShortcut[] }) {
  return (
    <dl className={css.keys}>
      {[...shortcuts, ...globalShortcuts].map((shortcut) => (
        <div key={`${shortcut.keys} ${shortcut.description}`}>
          <dt>{shortcut.description}</dt>
          <dd>
            <kbd>{shortcut.keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
}
