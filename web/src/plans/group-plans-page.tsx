import {
  choosePlan,
  type EnrollmentGroup,
  enrolleesOf,
  moveUnusedCredit,
} from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { ExchangeId, marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import { creditTaken } from '@coverdesk/domain/plans/plan-price.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { changeDraft, draftOf } from '../enrollment/enrollment-draft.ts'
import { useApplicationPaths } from '../marketplace/use-application-paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PlanPage } from './plan-page.tsx'
import { usePlanTexts } from './plan-texts.ts'
import { PlansPage } from './plans-page.tsx'

/** …/enrollment/{groupId}/plans: plan choice for one group (ENROLL-02). */
export function GroupPlansPage() {
  return <OfGroup>{({ plan: _plan, ...group }) => <PlansPage key={group.groupId} {...group} />}</OfGroup>
}

/** …/enrollment/{groupId}/plans/{planId}. */
export function GroupPlanPage() {
  return (
    <OfGroup>{({ detailsOf: _details, back: _back, plan, ...group }) => <PlanPage {...group} {...plan} />}</OfGroup>
  )
}

interface GroupPlans {
  appId: string
  groupId: string
  applicants: readonly string[]
  onChoose(plan: PlanRow): void
  detailsOf(planId: string): string
  back: string
  plan: { planId: string; back: string }
}

/** Group of the URL from the draft; a missing one, such as after a reload, redirects to the groups. */
function OfGroup({ children }: { children(group: GroupPlans): ReactNode }) {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const appId = ExchangeId.safeParse(params.appId).data ?? ''
  const groupId = params.groupId ?? ''
  const paths = useApplicationPaths(appId)
  const navigate = useNavigate()
  const texts = usePlanTexts()
  const language = useSharedLanguage()
  const { data, error, refetch } = useQuery({ ...apiQuery(marketplace.one, { appId }), enabled: appId !== '' })
  if (error && !data)
    return (
      <FailedState title={texts.couldNotLoadApplication} why={failureMessage(error)} retry={() => void refetch()} />
    )
  if (!data)
    return (
      <div role="status" aria-label={texts.loadingApplication}>
        <SkeletonBar width="60%" height={14} />
      </div>
    )
  const { persons, insuranceApplication } = data.object
  const enrollees = enrolleesOf(persons, insuranceApplication.applicants, todayIn(new Date()), language)
  const group = draftOf(appId, enrollees).groups.find(({ id }) => String(id) === groupId)
  if (!group || group.applicants.length === 0)
    return (
      <EmptyState
        title={texts.noData}
        why={texts.noMembers}
        action={{ label: texts.backToGroups, onClick: () => void navigate({ to: paths.enrollment }) }}
      />
    )
  const onChoose = (plan: PlanRow) => {
    changeDraft(appId, enrollees, ({ groups }) => ({
      groups: moveUnusedCredit(choosePlan(groups, { id: group.id, plan: taken(plan) }), enrollees),
    }))
    void navigate({ to: paths.enrollment })
  }
  return children({
    appId,
    groupId,
    applicants: group.applicants,
    onChoose,
    detailsOf: (planId) => paths.groupPlan(groupId, planId),
    back: paths.enrollment,
    plan: { planId: params.planId ?? '', back: paths.groupPlans(groupId) },
  })
}

/** Converts a plan to a group's plan. */
function taken(plan: PlanRow): NonNullable<EnrollmentGroup['plan']> {
  const { id, name, premium, issuer, deductible, invented } = plan
  const premiumCents = cents(premium ?? '') ?? 0
  const creditableCents = creditTaken(plan, premiumCents)
  return { id, name, premiumCents, creditableCents, issuer: issuer.name, deductible, invented }
}
