import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { invalidate } from '../platform/api/query.ts'

/** Refetches everything that a change of the second factor affects: its status, and the sessions that it ended. */
export function refreshFactors(): void {
  void invalidate(ownSecondFactor.status, profile.sessions)
}
