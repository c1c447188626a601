import { type Enrollee, enrolleesOf } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { ExchangeId, type MarketplaceDetail, marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ConsentNotice } from '../consents/consent-notice.tsx'
import { applicationName } from '../marketplace/application-columns.tsx'
import { useApplicationTexts } from '../marketplace/application-texts.ts'
import { useApplicationPaths } from '../marketplace/use-application-paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useBrandTitle } from '../platform/page/brand-title.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { BackButton } from '../ui/page/back-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { EnrollmentForm } from './enrollment-form.tsx'
import css from './enrollment-page.module.css'
import { useEnrollmentTexts } from './enrollment-texts.ts'
import { LastEnrollment } from './last-enrollment.tsx'

/** …/applications/{appId}/enrollment: groups, plans and applied credits (ENROLL-01 to ENROLL-14). */
export function EnrollmentPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const appId = ExchangeId.safeParse(params.appId).data ?? ''
  const { data, failureReason, refetch } = useQuery({ ...apiQuery(marketplace.one, { appId }), enabled: appId !== '' })
  const texts = useEnrollmentTexts()
  const words = useApplicationTexts()
  useBrandTitle(data && texts.enroll(applicationName(data)))
  if (appId === '' || (failureReason instanceof Failure && failureReason.status === 404 && !data))
    return <EmptyState title={words.notFound} why={words.notFoundWhy} />
  if (!data && failureReason)
    return <FailedState title={words.couldNotLoad} why={failureMessage(failureReason)} retry={() => void refetch()} />
  return (
    <div className={css.page}>
      <Header appId={appId} application={data} />
      {data ? <Body application={data} /> : <Waiting />}
    </div>
  )
}

function Header({ appId, application }: { appId: string; application: MarketplaceDetail | undefined }) {
  const { details } = useApplicationPaths(appId)
  const texts = useEnrollmentTexts()
  return (
    <div className={css.header}>
      <BackButton to={details} />
      <div>
        <h1>{application ? texts.enroll(applicationName(application)) : texts.title}</h1>
        <p className={css.quiet}>{texts.exchangeId(appId)}</p>
      </div>
    </div>
  )
}

function Body({ application }: { application: MarketplaceDetail }) {
  const { persons, insuranceApplication } = application.object
  const texts = useEnrollmentTexts()
  const language = useSharedLanguage()
  const enrollees = useMemo(
    () => enrolleesOf(persons, insuranceApplication.applicants, todayIn(new Date()), language),
    [persons, insuranceApplication, language],
  )
  if (enrollees.length === 0) return <EmptyState why={texts.noApplicants} />
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
  const texts = useEnrollmentTexts()
  if (refused.length === 0) return null
  return (
    <section aria-label={texts.cannot}>
      <NoticeLine tone="amber">{refused.length === enrollees.length ? texts.noneCan : texts.someCannot}</NoticeLine>
      <ul className={css.people}>
        {refused.map(({ id, name, problem }) => (
          <li key={id} className={css.person}>
            <span className={css.personName}>{name}</span>
            <StatusPill tone="grey">{texts.notEligible}</StatusPill>
            <span className={css.quiet}>{problem}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting() {
  return (
    <div className={css.waiting} role="status" aria-label={useApplicationTexts().loading}>
      {[50, 72, 64, 80, 58].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={14} />
      ))}
    </div>
  )
}
