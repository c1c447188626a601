import type { Icon } from '@tabler/icons-react'

export interface SelectionAction {
  label: string
  icon?: Icon
  onClick(): void
  /** Why it cannot be done now: the button is disabled and says it. */
  refused?: string | undefined
  primary?: boolean
  /** Without a border, for what is done rarely. */
  quiet?: boolean
  /** A key beside the label, such as '↵'. */
  hint?: string
}
