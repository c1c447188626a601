import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { seesOwned } from '../platform/auth/owned-records.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Sees } from '../platform/auth/visibility.ts'

/** Whose offline applications somebody sees. */
export function seesOffline(user: SignedIn): Sees {
  return seesOwned(user, 'OfflineApp')
}

/** Whether somebody may reveal, process and hold applications. */
export function managesOffline(user: SignedIn): boolean {
  return mayPass('agent admin.OfflineApp', user)
}
