import { Failure } from '@coverdesk/domain/failure.ts'
import { type PlanDetail, type PlanRow, plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConsentNeeded, needsConsent } from '../consents/consent-needed.tsx'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useBrandTitle } from '../platform/page/brand-title.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { BackButton } from '../ui/page/back-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { useDirectoryOf } from './directory/use-directory.ts'
import css from './plan-page.module.css'
import { usePlanTexts } from './plan-texts.ts'
import { PlanView } from './plan-view.tsx'
import { type PlansPageProps, WithoutAge, whoseOf } from './plans-page.tsx'
import { SourceNotice } from './source-notice.tsx'

interface PlanPageProps extends Pick<PlansPageProps, 'appId' | 'groupId' | 'applicants' | 'back'> {
  planId: string
  onChoose?: (plan: PlanRow) => void
}

/** Plan details for an application's people, or for one group (PLAN-01, PLAN-07). */
export function PlanPage({ planId, onChoose, back, ...whose }: PlanPageProps) {
  const size = usePhone() ? 'xl' : 'sm'
  const texts = usePlanTexts()
  const directoryOf = useDirectoryOf(whose.appId)
  return (
    <PlanLoader
      question={apiQuery(plans.one, { planId, ...whoseOf(whose) })}
      refused={(failure) =>
        needsConsent(failure) ? <ConsentNeeded appId={whose.appId} why={failure.message} /> : null
      }
    >
      {(plan) => (
        <>
          <WithoutAge terms={plan.terms} />
          <PlanView
            plan={plan}
            directoryOf={directoryOf}
            before={<BackButton to={back} />}
            actions={
              <>
                {/* The public page that the client can see without login (PLAN-05). */}
                <Button
                  component="a"
                  href={paths.publicPlan(plan.id)}
                  target="_blank"
                  rel="noopener"
                  size={size}
                  rightSection={<IconArrowUpRight size={14} stroke={1.75} aria-hidden />}
                >
                  {texts.publicPage}
                </Button>
                {onChoose ? (
                  <Button size={size} variant="filled" onClick={() => onChoose(plan)}>
                    {texts.choose}
                  </Button>
                ) : null}
              </>
            }
          />
        </>
      )}
    </PlanLoader>
  )
}

/** Renders a plan once loaded; an unknown one is 'No Data'. */
export function PlanLoader(props: {
  question: UseQueryOptions<PlanDetail>
  /** Screen for a refusal of its own kind; null for the general one. */
  refused?(failure: Failure): ReactNode
  children(plan: PlanDetail): ReactNode
}) {
  const { data: plan, failureReason, refetch } = useQuery(props.question)
  useBrandTitle(plan?.name)
  const texts = usePlanTexts()
  if (plan)
    return (
      <>
        <SourceNotice answer={plan} />
        {props.children(plan)}
      </>
    )
  const refused = failureReason instanceof Failure ? props.refused?.(failureReason) : null
  if (refused) return refused
  if (failureReason instanceof Failure && failureReason.status < 500 && failureReason.status !== 429)
    return <EmptyState title={texts.noData} why={texts.unknownPlan} />
  if (failureReason)
    return (
      <FailedState title={texts.couldNotLoadPlan} why={failureMessage(failureReason)} retry={() => void refetch()} />
    )
  return (
    <div className={css.waiting} role="status" aria-label={texts.loadingPlan}>
      {[40, 64, 88, 72, 56].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={14} />
      ))}
    </div>
  )
}
