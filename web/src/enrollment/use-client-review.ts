import { enrollmentContent, type SentGroup } from '@coverdesk/domain/enrollment/enrollment-content.ts'
import { type EnrollmentReview, enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { type Enrollee, groupProblem } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { groupsOfReview } from '@coverdesk/domain/enrollment/groups-of-review.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { changeDraft, draftOf } from './enrollment-draft.ts'

/** Poll interval while the client is asked to sign, in milliseconds. */
const pollMilliseconds = 5_000

export interface ClientReview {
  review: EnrollmentReview | undefined
  error: unknown
  refetch(): void
  /** Whether the newest review shows exactly what would be sent now. */
  isOf(groups: readonly SentGroup[]): boolean
}

/** The client's newest review of an enrollment; a draft without plans continues with its groups. */
export function useClientReview(appId: string, enrollees: readonly Enrollee[], enabled: boolean): ClientReview {
  const { data, error, refetch } = useQuery({
    ...apiQuery(enrollments.review, { appId }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.state === 'requested' ? pollMilliseconds : false),
  })
  useEffect(() => {
    const groups = data && data.state !== 'none' ? groupsOfReview(enrollees, data) : null
    const isUntouched = draftOf(appId, enrollees).groups.every((group) => group.plan === null)
    if (groups?.every((group) => groupProblem(group) === null) && isUntouched)
      changeDraft(appId, enrollees, () => ({ groups }))
  }, [appId, enrollees, data])
  return {
    review: data,
    error,
    refetch: () => void refetch(),
    isOf: (groups) =>
      data !== undefined &&
      data.state !== 'none' &&
      enrollmentContent(appId, data.groups) === enrollmentContent(appId, groups),
  }
}
