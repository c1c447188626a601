import type { Icon } from '@tabler/icons-react'
import type { Shortcut } from '../ui/overlay/shortcuts.tsx'
import type { SelectionAction } from '../ui/table-tools/selection-action.ts'

/** The key of the screen that does the same, and what it does, as the sheet of keys tells it. */
interface Keyed {
  keys?: string
  does?: string
}

/** Something that can be done on a list's screen. */
export interface ListButton extends Keyed {
  label: string
  /** What it is called on a phone; '' leaves the icon alone. */
  short?: string
  icon: Icon
  onClick(): void
  /** Why it cannot be done now: the button is disabled and tells it. */
  refused?: string | undefined
  primary?: boolean
  /** Without a border, for what is done rarely. */
  quiet?: boolean
}

/**
 * Something that can be done with the selected rows. Its key works also while it is refused or no row is selected, so
 * that `onClick` can say why nothing happens.
 */
export interface ListAction extends SelectionAction, Keyed {
  icon?: Icon
  /** Stands in the header instead of the bar of the selected rows, disabled as long as `refused` says why; not on a phone. */
  inHeader?: boolean
}

/** The keys of those that have one. */
export function keysOf(actions: readonly (Keyed & { label: string; onClick(): void })[]): Shortcut[] {
  return actions.flatMap(({ keys, does, label, onClick }) =>
    keys === undefined ? [] : [{ keys, does: does ?? label, run: onClick }],
  )
}
