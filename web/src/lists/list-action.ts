import type { Icon } from '@tabler/icons-react'
import type { Shortcut } from '../ui/overlay/shortcuts.tsx'
import type { SelectionAction } from '../ui/table-tools/selection-action.ts'

/** Keyboard shortcut of the action and its description in the shortcut help. */
interface WithShortcut {
  keys?: string
  description?: string
}

/** Action of a list screen. */
export interface ListButton extends WithShortcut {
  label: string
  /** Label on a phone; '' shows the icon alone. */
  short?: string
  icon: Icon
  onClick(): void
  /** Reason why the action is unavailable: disables the button and becomes its tooltip. */
  refused?: string | undefined
  primary?: boolean
  /** Deletes: red. */
  danger?: boolean
  /** Without a border; for rare actions. */
  quiet?: boolean
}

/**
 * Action on the selected rows. Its shortcut also works while it is refused or no row is selected, so that `onClick` can
 * explain why.
 */
export interface ListAction extends SelectionAction, WithShortcut {
  icon?: Icon
  /** Also for all rows that match, on all pages. */
  ofEverything?: boolean
  /** In the header instead of the selection bar, disabled while `refused` has a reason; not on a phone. */
  inHeader?: boolean
}

/** Shortcuts of the actions that have one. */
export function listActionShortcuts(
  actions: readonly (WithShortcut & { label: string; onClick(): void })[],
): Shortcut[] {
  return actions.flatMap(({ keys, description, label, onClick }) =>
    keys === undefined ? [] : [{ keys, description: description ?? label, run: onClick }],
  )
}
