import type { ReactNode } from 'react'
import type { LoadedUser } from './loaded-user.tsx'

/** What every dialog about one user gets. */
export interface UserDialogProps {
  opened: boolean
  /** The user, once there; until then `instead` is shown. */
  loaded: LoadedUser | undefined
  instead: ReactNode
  onClose(): void
}
