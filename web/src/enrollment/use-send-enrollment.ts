import { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { appliedCredit, type Enrollee } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { refusedBecause } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApplicationPaths } from '../marketplace/use-application-paths.ts'
import { useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { storedApplication } from '../platform/session/session.ts'
import { dropDraft, type EnrollmentDraft } from './enrollment-draft.ts'
import { useEnrollmentTexts } from './enrollment-texts.ts'

/** Message about a submission that didn't succeed. */
interface Notice {
  tone: 'amber' | 'red'
  text: string
}

/** Submits the draft and navigates to mk/return/submit, with or without the application's id (ENROLL-13, ENROLL-14). */
export function useSendEnrollment(appId: string, draft: EnrollmentDraft) {
  const { mutateAsync, isPending } = useSend(enrollments.send, {
    refreshes: [enrollments.list, enrollments.review, marketplace.one],
  })
  const [notice, setNotice] = useState<Notice | null>(null)
  const { returned } = useApplicationPaths(appId)
  const navigate = useNavigate()
  const texts = useEnrollmentTexts()
  const language = useSharedLanguage()
  const send = async (enrollees: readonly Enrollee[], { withId }: { withId: boolean }) => {
    setNotice(null)
    try {
      const sent = await mutateAsync({ ...sentOf(appId, draft, enrollees), language })
      const { state } = sent
      if (state === 'refused') return setNotice({ tone: 'red', text: texts.refused(refusedBecause(sent, language)) })
      dropDraft(appId)
      // The outcome is unknown, so it must not report success.
      if (state === 'sending')
        return setNotice({
          tone: 'amber',
          text: texts.saved,
        })
      storedApplication.set(appId)
      await navigate({ to: returned('submit'), ...(withId ? { search: { exchangeId: appId } } : {}) })
    } catch (error) {
      setNotice({ tone: 'red', text: failureMessage(error) })
    }
  }
  return { send, sending: isPending, notice }
}

function sentOf(appId: string, draft: EnrollmentDraft, enrollees: readonly Enrollee[]) {
  return {
    appId,
    submissionId: draft.submissionId,
    groups: sentGroups(draft, enrollees),
    attestations: { income_tax: true, married: true, dependent: true, household: true } as const,
  }
}

/** The groups of a draft as they are sent. */
export function sentGroups({ groups }: Pick<EnrollmentDraft, 'groups'>, enrollees: readonly Enrollee[]) {
  return groups.map((group) => ({
    applicants: [...group.applicants],
    plan: {
      id: group.plan?.id ?? '',
      name: group.plan?.name ?? '',
      premium: amountOf(group.plan?.premiumCents ?? 0),
    },
    aptc_selected: amountOf(appliedCredit(enrollees, group, groups)),
  }))
}
