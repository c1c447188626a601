import type { Icon } from '@tabler/icons-react'

export interface SelectionAction {
  label: string
  icon?: Icon
  onClick(): void
  /** Reason why the action is unavailable: disables the button and becomes its tooltip. */
  refused?: string | undefined
  primary?: boolean
  /** Deletes: red. */
  danger?: boolean
  /** Without a border; for rare actions. */
  quiet?: boolean
  /** Shortcut shown next to the label, such as '↵'. */
  hint?: string
}
