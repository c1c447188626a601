import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../platform/query.ts'

/** Asks anew for what a change of the second factor changes: its state, and the sessions that it ended. */
export function useRefreshFactors(): () => void {
  const client = useQueryClient()
  return () => {
    for (const route of [ownSecondFactor.status, profile.sessions])
      void client.invalidateQueries({ queryKey: keyOf(route) })
  }
}
