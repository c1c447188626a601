import { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { useToken } from '../platform/session/session.ts'

/** The user's photo for an img; null without one, undefined while loading or signed out. */
export function useOwnPhoto(): string | null | undefined {
  const signedIn = useToken() !== null
  const { data } = useQuery({
    ...apiQuery(ownPhoto.photo, {}),
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
    select: (answer) => answer?.photo ?? null,
  })
  return signedIn ? data : undefined
}
