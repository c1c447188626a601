import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { ownersOf, seesOwned } from '../platform/auth/owned-records.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'

/** Whose offline applications a user sees. */
export function offlineVisibility(user: SignedIn): Visibility {
  return seesOwned(user, 'OfflineApp')
}

/** Whether a user can reveal, process and hold applications. */
export function canManageOffline(user: SignedIn): boolean {
  return mayPass('agent admin.OfflineApp', user)
}

/** Whether a user can correct an application: their own, or any with admin.OfflineApp. */
export function mayCorrect(user: SignedIn, owner: number): boolean {
  return canManageOffline(user) || ownersOf(user).includes(owner)
}
