import { type Enrollment, enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import type { Enrollee } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'

/** Poll interval of a pending enrollment, in milliseconds. */
const pollMilliseconds = 5_000

const states: Record<
  Enrollment['state'],
  { tone: 'blue' | 'amber' | 'red'; says: (enrollment: Enrollment) => string }
> = {
  accepted: { tone: 'blue', says: () => 'The marketplace has confirmed it.' },
  sending: {
    tone: 'amber',
    says: () => "The marketplace hasn't confirmed it yet. We retry automatically; don't submit again.",
  },
  refused: { tone: 'red', says: ({ reason }) => `The marketplace refused it${reason ? `: ${reason}` : ''}.` },
}

/** Last enrollment of the application, to avoid duplicate submissions. */
export function LastEnrollment({ appId, enrollees }: { appId: string; enrollees: readonly Enrollee[] }) {
  const { data } = useQuery({
    ...apiQuery(enrollments.list, { appId }),
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'sending' ? pollMilliseconds : false),
  })
  const [last] = data ?? []
  if (!last) return null
  const { tone, says } = states[last.state]
  const nameOf = (id: string) => enrollees.find((enrollee) => enrollee.id === id)?.name ?? id
  const groups = last.groups.map(
    ({ applicants, plan, responsibility }) =>
      `${applicants.map(nameOf).join(', ')} in ${plan.name}, ${showMoney(responsibility)} a month`,
  )
  return (
    <NoticeLine tone={tone}>
      Enrolled {showInstant(last.attestedAt)} by {last.attestedBy}: {groups.join('; ')}. {says(last)}
    </NoticeLine>
  )
}
