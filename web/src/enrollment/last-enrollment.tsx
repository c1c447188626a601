import { type Enrollment, enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import type { Enrollee } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { refusedBecause } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { EndSending } from '../applications/end-sending.tsx'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { type EnrollmentTexts, useEnrollmentTexts } from './enrollment-texts.ts'

/** Poll interval of a pending enrollment, in milliseconds. */
const pollMilliseconds = 5_000

const tones = { accepted: 'blue', sending: 'amber', refused: 'red' } as const

function outcomeOf(last: Enrollment, texts: EnrollmentTexts, language: MessageLanguage): string {
  const { state, reason, isEnded } = last
  if (isEnded) return texts.ended(reason ?? '')
  if (state === 'accepted') return texts.confirmed
  return state === 'sending' ? texts.waits : texts.refused(refusedBecause(last, language))
}

/** Last enrollment of the application, to avoid duplicate submissions. */
export function LastEnrollment({ appId, enrollees }: { appId: string; enrollees: readonly Enrollee[] }) {
  const { data } = useQuery({
    ...apiQuery(enrollments.list, { appId }),
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'sending' ? pollMilliseconds : false),
  })
  const texts = useEnrollmentTexts()
  const language = useSharedLanguage()
  const end = useSend(enrollments.end, { refreshes: [enrollments.list] })
  const [last] = data ?? []
  if (!last) return null
  const nameOf = (id: string) => enrollees.find((enrollee) => enrollee.id === id)?.name ?? id
  const groups = last.groups.map(({ applicants, plan, responsibility }) =>
    texts.inPlan(applicants.map(nameOf).join(', '), plan.name, showMoney(responsibility)),
  )
  return (
    <>
      <NoticeLine tone={tones[last.state]}>
        {texts.enrolled(showInstant(last.attestedAt), last.attestedBy, groups.join('; '))}{' '}
        {outcomeOf(last, texts, language)}
      </NoticeLine>
      {last.canEnd ? (
        <EndSending
          what="enrollment"
          onEnd={({ reason }) => end.mutateAsync({ appId, submissionId: last.submissionId, reason })}
        />
      ) : null}
    </>
  )
}
