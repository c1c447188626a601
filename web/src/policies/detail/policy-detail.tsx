import { Failure } from '@coverdesk/domain/failure.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PolicyDetail, policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { Missing } from '../../ui/basics/money-cell.tsx'
import { SkeletonBar, skeletonBarLength } from '../../ui/basics/skeleton-bar.tsx'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { FileLine } from '../../uploads/file-line.tsx'
import { PolicyCustomer } from '../sections/policy-customer.tsx'
import { PolicyLines } from '../sections/policy-lines.tsx'
import { PolicyMembers } from '../sections/policy-members.tsx'
import { CommissionYears } from './commission-years.tsx'
import css from './policy-detail.module.css'
import { lastSeenIn, policyFacts, showDay } from './policy-facts.ts'
import { PolicyTimeline } from './policy-timeline.tsx'

/** Lazy: not every reader sees them, and the policy list must stay small. */
const UnpaidOfPolicy = lazy(async () => ({
  default: (await import('../../unpaid/unpaid-of-policy.tsx')).UnpaidOfPolicy,
}))

const MonthsOfPolicy = lazy(async () => ({
  default: (await import('../../variances/months-of-policy.tsx')).MonthsOfPolicy,
}))

/** Policy details below the header: facts, commissions by year, history; in the modal and on the page. */
export function PolicyDetailBody({ id }: { id: number }) {
  const { data: policy, failureReason, refetch } = useQuery(apiQuery(policies.detail, { id }))
  if (policy) return <PolicyDetails policy={policy} />
  if (failureReason === null) return <DetailSkeleton />
  if (failureReason instanceof Failure && failureReason.status === 404) return <NoPolicy />
  return (
    <FailedState title="Couldn't load this policy." why={failureMessage(failureReason)} retry={() => void refetch()} />
  )
}

/** Missing or not visible to the user; both look the same (POLICY-09, P-26). */
export function NoPolicy() {
  return (
    <EmptyState
      title="This policy has no data?"
      why="No policy has this address, or it belongs to an agent you don't have access to."
    />
  )
}

function PolicyDetails({ policy }: { policy: PolicyDetail }) {
  return (
    <div className={css.body}>
      <div className={css.main}>
        {policy.missingSince === null ? null : (
          <p className={css.missing}>
            <IconFileOff size={16} stroke={1.75} aria-hidden />
            Missing from {policy.carrierName}’s files since {showDay(policy.missingSince)}
          </p>
        )}
        <section className={css.facts} aria-label="Facts">
          <DefinitionGrid facts={policyFacts(policy, todayIn(new Date()), <LastSeen policy={policy} />, <NoAgent />)} />
        </section>
        <Suspense>
          <MonthsOfPolicy policyId={policy.id} />
        </Suspense>
        <CommissionYears years={policy.commissions} />
        <Suspense>
          <UnpaidOfPolicy policyId={policy.id} />
        </Suspense>
        <PolicyMembers policy={policy} />
        <PolicyLines policyId={policy.id} />
      </div>
      <div className={css.beside}>
        <PolicyCustomer policyId={policy.id} />
        <PolicyTimeline policyId={policy.id} history={policy.history} />
      </div>
    </div>
  )
}

function LastSeen({ policy }: { policy: PolicyDetail }) {
  const text = lastSeenIn(policy)
  return text === null ? <Missing /> : <FileLine batchId={policy.lastSeenBatchId}>{text}</FileLine>
}

/** Shown instead of the agent, for an NPN that no agent here has. */
function NoAgent() {
  const adds = useHasAccess('administrator')
  return <>No agent here has this NPN{adds ? <>. {<Link to={paths.newAgent}>Add the agent</Link>}</> : null}</>
}

const places = Array.from({ length: 16 }, (_, place) => place)

function DetailSkeleton() {
  return (
    <div className={css.body} role="status" aria-label="Loading the policy">
      <div className={css.main}>
        <div className={css.facts}>
          <DefinitionGrid
            facts={places.map((place) => ({
              label: String(place),
              value: <SkeletonBar width={skeletonBarLength(place, 1)} height={12} />,
            }))}
          />
        </div>
      </div>
      <div className={`${css.beside} ${css.history}`}>
        {places.slice(0, 6).map((place) => (
          <p key={place}>
            <SkeletonBar width={skeletonBarLength(place, 2)} />
          </p>
        ))}
      </div>
    </div>
  )
}
