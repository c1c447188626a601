import { ExchangeId } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PlanPage } from './plan-page.tsx'
import { usePlanTexts } from './plan-texts.ts'
import { PlansPage } from './plans-page.tsx'

/** Application id and path from the URL, in the portal or in the consumer app (PLAN-07). */
function useApplication() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const inConsumerApp = useLocation({ select: ({ pathname }) => pathname.startsWith(paths.consumer) })
  const appId = ExchangeId.safeParse(params.appId).data
  if (appId === undefined) return null
  const path = inConsumerApp ? paths.consumerApplication(appId) : paths.ownApplication(appId)
  return { appId, path, planId: params.planId ?? '' }
}

/** …/applications/{appId}/plans (PLAN-01, PLAN-07). */
export function ApplicationPlansPage() {
  const application = useApplication()
  if (!application) return <NoApplication />
  const { appId, path } = application
  return (
    <PlansPage
      key={appId}
      appId={appId}
      detailsOf={(planId) => `${path}/plans/${encodeURIComponent(planId)}`}
      back={path}
    />
  )
}

/** …/applications/{appId}/plans/{planId}. */
export function ApplicationPlanPage() {
  const application = useApplication()
  if (!application) return <NoApplication />
  const { appId, path, planId } = application
  return <PlanPage appId={appId} planId={planId} back={`${path}/plans`} />
}

function NoApplication() {
  const texts = usePlanTexts()
  return <EmptyState title={texts.noApplication} why={texts.noApplicationWhy} />
}
