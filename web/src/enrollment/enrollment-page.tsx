import { type Enrollee, enrolleesOf } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { Failure } from '@coverdesk/domain/failures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { ExchangeId, type MarketplaceDetail, marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ConsentNotice } from '../consents/consent-notice.tsx'
import { applicationName } from '../marketplace/application-columns.tsx'
import { useApplicationPaths } from '../marketplace/use-application-paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useBrandTitle } from '../platform/page/brand-title.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { BackButton } from '../ui/page/back-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { EnrollmentForm } from './enrollment-form.tsx'
import css from './enrollment-page.module.css'
import { LastEnrollment } from './last-enrollment.tsx'

/** …/applications/{appId}/enrollment: groups, plans and applied credits (ENROLL-01 to ENROLL-14). */
export function EnrollmentPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const appId = ExchangeId.safeParse(params.appId).data ?? ''
  const { data, failureReason, refetch } = useQuery({ ...apiQuery(marketplace.one, { appId }), enabled: appId !== '' })
  useBrandTitle(data && `Enroll ${applicationName(data)}`)
  if (appId === '' || (failureReason instanceof Failure && failureReason.status === 404 && !data))
    return (
      <EmptyState
        title="Application not found."
        why="No application has this id, or it belongs to an agent you don't have access to."
      />
    )
  if (!data && failureReason)
    return (
      <FailedState
        title="Couldn't load this application."
        why={failureMessage(failureReason)}
        retry={() => void refetch()}
      />
    )
  return (
    <div className={css.page}>
      <Header appId={appId} application={data} />
      {data ? <Body application={data} /> : <Waiting />}
    </div>
  )
}

function Header({ appId, application }: { appId: string; application: MarketplaceDetail | undefined }) {
  const { details } = useApplicationPaths(appId)
  return (
    <div className={css.header}>
      <BackButton to={details} />
      <div>
        <h1>{application ? `Enroll ${applicationName(application)}` : 'Enrollment'}</h1>
        <p className={css.quiet}>Exchange ID {appId}</p>
      </div>
    </div>
  )
}

function Body({ application }: { application: MarketplaceDetail }) {
  const { persons, insuranceApplication } = application.object
  const enrollees = useMemo(
    () => enrolleesOf(persons, insuranceApplication.applicants, todayIn(new Date())),
    [persons, insuranceApplication],
  )
  if (enrollees.length === 0)
    return (
      <EmptyState
        title="No Data"
        why="The application has no applicants. Refetch it from the marketplace, then try again."
      />
    )
  return (
    <div className={css.body}>
      <ConsentNotice appId={application.exchangeAssignedId} />
      <LastEnrollment appId={application.exchangeAssignedId} enrollees={enrollees} />
      <NotEnrolling enrollees={enrollees} />
      {enrollees.some(({ problem }) => problem === null) ? (
        <EnrollmentForm appId={application.exchangeAssignedId} enrollees={enrollees} />
      ) : null}
    </div>
  )
}

/** Applicants who cannot be enrolled, with the reason. */
function NotEnrolling({ enrollees }: { enrollees: readonly Enrollee[] }) {
  const refused = enrollees.filter(({ problem }) => problem !== null)
  if (refused.length === 0) return null
  return (
    <section aria-label="Cannot be enrolled">
      <NoticeLine tone="amber">
        {refused.length === enrollees.length
          ? 'No applicant can be enrolled now. If this is out of date, refetch the application from the marketplace.'
          : 'Some applicants cannot be enrolled now and are left out.'}
      </NoticeLine>
      <ul className={css.people}>
        {refused.map(({ id, name, problem }) => (
          <li key={id} className={css.person}>
            <span className={css.personName}>{name}</span>
            <StatusPill tone="grey">Unelegible</StatusPill>
            <span className={css.quiet}>{problem}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting() {
  return (
    <div className={css.waiting} role="status" aria-label="Loading the application">
      {[50, 72, 64, 80, 58].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={14} />
      ))}
    </div>
  )
}
