import { edeSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { type EdeRow, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import type { VisitorDraftInput } from '@coverdesk/domain/eligibility/visitor-draft.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button } from '@mantine/core'
import { IconClipboardList, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCurrentUser, useHasAccess } from '../access/current-user.ts'
import { logout } from '../access/logout.ts'
import { ReportChange } from '../ede/change/report-change.tsx'
import { InventedChoice } from '../marketplace/invented-plan.tsx'
import { policyTone } from '../marketplace/policy-tone.ts'
import { applicationPaths, paths } from '../platform/address/paths.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { clearVisitorDraft, useVisitorDraft } from '../platform/session/visitor-household.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FailedState } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './consumer.module.css'
import { useConsumerTexts } from './consumer-texts.ts'
import { OwnPolicies } from './own-policies.tsx'

/** /consumer/: home of a consumer with the own applications, by year with their policies, plans and logout. */
export function ConsumerHomePage() {
  const texts = useConsumerTexts()
  const user = useCurrentUser()
  const typed = useVisitorDraft()
  const size = usePhone() ? 'xl' : 'md'
  const own = useQuery({ ...apiQuery(ede.own, {}), staleTime: 0 })
  const list = useQuery({ ...apiQuery(ede.list, {}), staleTime: 0 })
  const error = own.error ?? list.error
  const id = user?.applicationId ?? null
  const retry = () => void Promise.all([own.refetch(), list.refetch()])
  return (
    <div className={css.home} lang={useLanguage()}>
      <section aria-labelledby="welcome">
        <h1 id="welcome">{texts.welcome(user?.firstName || user?.name || '')}</h1>
        {own.data && list.data ? (
          <OwnApplications appId={id} applications={list.data} {...own.data} draft={typed ?? own.data.draft} />
        ) : error ? (
          <FailedState title={texts.couldNotLoad} why={failureMessage(error)} retry={retry} />
        ) : (
          <div role="status" aria-label={texts.loading}>
            <SkeletonBar width="80%" height={18} />
          </div>
        )}
      </section>
      <div className={css.actions}>
        <Button size={size} component="a" href={paths.seePlans} target="_blank" rel="noopener">
          {texts.seePlans}
        </Button>
        <Button size={size} onClick={() => void logout()}>
          {texts.logout}
        </Button>
      </div>
    </div>
  )
}

interface OwnApplicationsProps {
  /** The client's application at the exchange. */
  appId: string | null
  /** Those of the wizard. */
  applications: readonly EdeRow[]
  draft: VisitorDraftInput | null
  /** Year for which the client can start one. */
  startsYear: number | null
  /** This year, if one can be started for its special enrollment. */
  specialYear: number | null
}

/** The applications of all years, the newest year first, and the years for which another one can be started. */
function OwnApplications({ appId, applications, draft, startsYear, specialYear }: OwnApplicationsProps) {
  const texts = useConsumerTexts()
  const years = applications.toSorted((one, other) => other.planYear - one.planYear)
  const isElsewhere = appId !== null && !applications.some(({ applicationId }) => applicationId === appId)
  const hasOpen = applications.some(({ state, isChange }) => state !== 'submitted' && !isChange)
  const hasAny = isElsewhere || applications.length > 0
  const nextYear = hasAny && startsYear !== null ? String(startsYear) : null
  const special =
    specialYear === null ? null : <Start draft={draft} label={texts.startSpecial(String(specialYear))} isSpecial />
  return (
    <>
      {hasAny ? null : <p className={css.lead}>{draft ? texts.noneWithDraft : texts.none}</p>}
      {nextYear ? <p className={css.lead}>{texts.nextYear(nextYear)}</p> : null}
      {draft && !hasOpen && (nextYear || !hasAny) ? <Draft draft={draft} /> : null}
      {hasAny && !nextYear ? null : (
        <div className={css.actions}>
          {nextYear ? (
            <Start draft={draft} label={texts.startFor(nextYear)} />
          ) : (
            <Start draft={draft} label={texts.start} />
          )}
          {hasAny ? null : special}
        </div>
      )}
      {years.map((application) => (
        <ApplicationOfYear key={application.id} application={application} isNext={!nextYear && !hasOpen} />
      ))}
      {isElsewhere ? <ApplicationElsewhere appId={appId} isNext={!nextYear && !hasOpen} /> : null}
      {hasAny ? <div className={css.actions}>{special}</div> : null}
      {hasAny ? null : <AtMarketplace />}
    </>
  )
}

const tones = { draft: 'blue', sending: 'amber', submitted: 'green' } as const

/** An application of the wizard: its year, its state, the next step, and its policies. */
function ApplicationOfYear({ application, isNext }: { application: EdeRow; isNext: boolean }) {
  const texts = useConsumerTexts()
  const { id, planYear, state, step, applicationId, isChange } = application
  const navigate = useNavigate()
  const lead =
    state === 'draft' ? texts.draft(String(edeSteps.indexOf(step) + 1), String(edeSteps.length)) : texts[state]
  return (
    <section className={css.application} aria-labelledby={`application-${id}`}>
      <div className={css.policyHead}>
        <h2 id={`application-${id}`}>{texts.applicationFor(String(planYear))}</h2>
        <StatusPill tone={tones[state]}>
          {isChange && state === 'draft' ? texts.changeOpen : texts.states[state]}
        </StatusPill>
      </div>
      {state === 'submitted' && applicationId !== null ? null : (
        <>
          <p className={css.lead}>{isChange && state === 'draft' ? texts.changing : lead}</p>
          <div className={css.actions}>
            <Continue id={id} label={isChange ? texts.continueChange : texts.continue} />
          </div>
        </>
      )}
      {applicationId === null ? null : (
        <AtExchange
          appId={applicationId}
          isNext={isNext && !isChange}
          change={
            isChange ? null : (
              <ReportChange application={application} onBegun={() => navigate({ to: paths.edeApplication(id) })} />
            )
          }
        />
      )}
    </section>
  )
}

function Continue({ id, label }: { id: string; label: string }) {
  return (
    <Button
      size={usePhone() ? 'xl' : 'md'}
      variant="filled"
      renderRoot={(props) => <Link to={paths.edeApplication(id)} {...props} />}
    >
      {label}
    </Button>
  )
}

/** An application that was made at the exchange's own site; its record says its year. */
function ApplicationElsewhere({ appId, isNext }: { appId: string; isNext: boolean }) {
  const texts = useConsumerTexts()
  const { data } = useQuery(apiQuery(marketplace.one, { appId }))
  const year = data && applicationYear(data.object.insuranceApplication.applicants)
  return (
    <section className={css.application} aria-labelledby="application-elsewhere">
      <div className={css.policyHead}>
        <h2 id="application-elsewhere">{year ? texts.applicationFor(String(year)) : texts.yourApplication}</h2>
      </div>
      <AtExchange appId={appId} isNext={isNext} />
    </section>
  )
}

interface AtExchangeProps {
  appId: string
  isNext: boolean
  /** Reports a change; null while one is open, which says by itself what is next. */
  change?: ReactNode
}

/** Next steps and policies of an application that the exchange has: to enroll, or what an enrolled client may still do. */
function AtExchange({ appId, isNext, change }: AtExchangeProps) {
  const texts = useConsumerTexts()
  const size = usePhone() ? 'xl' : 'md'
  const own = applicationPaths('consumer', appId)
  const { data } = useQuery(apiQuery(marketplace.one, { appId }))
  const isEnrolled = data?.policies.some(({ status }) => policyTone(status ?? '') !== 'red') ?? false
  return (
    <>
      {change === null ? null : <p className={css.lead}>{isEnrolled ? texts.enrolled : texts.submitted}</p>}
      <div className={css.actions}>
        <Button
          size={size}
          variant={isNext ? 'filled' : 'default'}
          renderRoot={(props) => <Link to={own.details} {...props} />}
        >
          {texts.yourApplication}
        </Button>
        <Button size={size} renderRoot={(props) => <Link to={own.enrollment} {...props} />}>
          {isEnrolled ? texts.yourEnrollment : texts.comparePlans}
        </Button>
        {change}
      </div>
      <OwnPolicies appId={appId} />
    </>
  )
}

/** Starts the application with what the visitor entered; the server has it too when the account was created with it. */
function Start(props: { draft: VisitorDraftInput | null; label: string; isSpecial?: boolean }) {
  const { draft, label, isSpecial = false } = props
  const size = usePhone() ? 'xl' : 'md'
  const navigate = useNavigate()
  const start = useSend(ede.startOwn, { refreshes: [ede.own] })
  const open = async () => {
    const { id } = await start.mutateAsync({ draft, special: isSpecial })
    clearVisitorDraft()
    await navigate({ to: paths.edeApplication(id) })
  }
  return (
    <>
      <Button
        size={size}
        variant={isSpecial ? 'default' : 'filled'}
        loading={start.isPending}
        onClick={() => void open().catch(() => null)}
      >
        {label}
      </Button>
      {start.error ? <NoticeLine tone="red">{failureMessage(start.error)}</NoticeLine> : null}
    </>
  )
}

function Draft({ draft: { household, plan } }: { draft: VisitorDraftInput }) {
  const texts = useConsumerTexts()
  const language = useLanguage()
  return (
    <ul className={css.facts}>
      <li>
        <IconUsers size={16} stroke={1.75} aria-hidden />
        {texts.householdOf(household.people.length, household.zipCode)}
      </li>
      <li>
        <IconClipboardList size={16} stroke={1.75} aria-hidden />
        {plan ? texts.chosenPlan(plan.name) : texts.noPlan}
        {plan ? <InventedChoice planId={plan.id} language={language} /> : null}
      </li>
    </ul>
  )
}

/** The other way to apply: at the marketplace itself, which sends the client back here (CONSUMER-02). */
function AtMarketplace() {
  const texts = useConsumerTexts()
  if (!useHasAccess('consumer')) return null
  return (
    <p className={css.elsewhere}>
      <Link to={paths.consumerMarketplace}>{texts.marketplace}</Link>
    </p>
  )
}
