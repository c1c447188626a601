import type { ReactNode } from 'react'
import type { LoadedUser } from './loaded-user.tsx'

/** Props of all dialogs about one user. */
export interface UserDialogProps {
  opened: boolean
  /** The user, once loaded; until then `instead` is shown. */
  loaded: LoadedUser | undefined
  instead: ReactNode
  onClose(): void
}
