import { allAttested } from '@coverdesk/domain/enrollment/attestations.ts'
import {
  addGroup,
  applyCredit,
  type Enrollee,
  groupProblem,
  moveApplicant,
  removeGroup,
} from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { mayReadApplications } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useCurrentUser, useHasAccess } from '../access/current-user.ts'
import { AuthorizationSection } from '../authorizations/authorization-section.tsx'
import { authorizationTexts } from '../authorizations/authorization-texts.ts'
import { useAuthorization } from '../authorizations/use-authorization.ts'
import { useApplicationPaths } from '../marketplace/use-application-paths.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { AttestationFields } from './attestation-fields.tsx'
import { ClientReviewSection } from './client-review-section.tsx'
import { changeDraft, useEnrollmentDraft } from './enrollment-draft.ts'
import css from './enrollment-page.module.css'
import { useEnrollmentTexts } from './enrollment-texts.ts'
import { GroupCard, LeftOut } from './group-card.tsx'
import { useClientReview } from './use-client-review.ts'
import { sentGroups, useSendEnrollment } from './use-send-enrollment.ts'

/**
 * Whether the user is the client of the application, who attests here; others need the client's signed review. Clients who are no staff
 * see only their own applications, of both years.
 */
function useIsOwnApplication(appId: string): boolean {
  const user = useCurrentUser()
  const isClient = useHasAccess('customer|consumer')
  const isStaff = useHasAccess(mayReadApplications)
  return isClient && (!isStaff || user?.applicationId === appId)
}

/** Groups, attestations and the two submit buttons. */
export function EnrollmentForm({ appId, enrollees }: { appId: string; enrollees: readonly Enrollee[] }) {
  const draft = useEnrollmentDraft(appId, enrollees)
  const paths = useApplicationPaths(appId)
  const size = usePhone() ? 'xl' : 'sm'
  const texts = useEnrollmentTexts()
  const language = useSharedLanguage()
  const [attempted, setAttempted] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { send, sending, notice } = useSendEnrollment(appId, draft)
  const change = (change: Parameters<typeof changeDraft>[2]) => changeDraft(appId, enrollees, change)
  const isClient = useIsOwnApplication(appId)
  const client = useClientReview(appId, enrollees, !isClient)
  const application = { of: 'marketplace', id: appId } as const
  const authorization = useAuthorization(application, !isClient)
  const groups = sentGroups(draft, enrollees)
  const signed = isClient ? allAttested(draft.ticked) : client.review?.state === 'signed' && client.isOf(groups)
  const ready = signed && !authorization.isMissing
  const waits = isClient ? texts.attestAll : signed ? authorizationTexts[language].waits : texts.clientMustSign
  const check = () => {
    setAttempted(true)
    if (draft.groups.every((group) => groupProblem(group) === null)) return true
    toasts.error(texts.formErrors)
    setTimeout(() => list.current?.querySelector<HTMLElement>('[data-wrong] :is(a, select)')?.focus())
    return false
  }
  const submit = (withId: boolean) => {
    if (check()) void send(enrollees, { withId })
  }
  return (
    <>
      <div ref={list} className={css.groups}>
        {draft.groups.map((group) => (
          <GroupCard
            key={group.id}
            group={group}
            groups={draft.groups}
            enrollees={enrollees}
            plansAt={paths.groupPlans(group.id)}
            problem={attempted ? groupProblem(group, language) : null}
            onMove={(applicant, to) =>
              change(({ groups }) => ({ groups: moveApplicant(groups, enrollees, { applicant, to }) }))
            }
            onCredit={(wanted) =>
              change(({ groups }) => ({ groups: applyCredit(groups, enrollees, { id: group.id, wanted }) }))
            }
            onRemove={() => change(({ groups }) => ({ groups: removeGroup(groups, enrollees, group.id) }))}
          />
        ))}
        <LeftOut
          groups={draft.groups}
          enrollees={enrollees}
          onMove={(applicant, to) =>
            change(({ groups }) => ({ groups: moveApplicant(groups, enrollees, { applicant, to }) }))
          }
        />
        <div>
          <Button
            size={size}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => change(({ groups }) => ({ groups: addGroup(groups) }))}
          >
            {texts.addGroup}
          </Button>
        </div>
      </div>
      {isClient ? (
        <AttestationFields
          ticked={draft.ticked}
          onTick={(name, value) => change(({ ticked }) => ({ ticked: { ...ticked, [name]: value } }))}
        />
      ) : (
        <>
          <ClientReviewSection appId={appId} groups={groups} client={client} check={check} />
          <AuthorizationSection application={application} authorization={authorization} isPart />
        </>
      )}
      {notice ? <NoticeLine tone={notice.tone}>{notice.text}</NoticeLine> : null}
      <div className={css.foot}>
        <p className={css.quiet}>{ready ? '' : waits}</p>
        <Button size={size} disabled={!ready || sending} onClick={() => submit(true)}>
          {texts.submit}
        </Button>
        <Button size={size} variant="filled" disabled={!ready} loading={sending} onClick={() => submit(false)}>
          {texts.enrollNow}
        </Button>
      </div>
    </>
  )
}
