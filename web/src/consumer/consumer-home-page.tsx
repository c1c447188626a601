import { edeSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { type EdeRow, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import type { VisitorDraftInput } from '@coverdesk/domain/eligibility/visitor-draft.ts'
import { Button } from '@mantine/core'
import { IconClipboardList, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCurrentUser, useHasAccess } from '../access/current-user.ts'
import { logout } from '../access/logout.ts'
import { InventedChoice } from '../marketplace/invented-plan.tsx'
import { applicationPaths, paths } from '../platform/address/paths.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { clearVisitorDraft, useVisitorDraft } from '../platform/session/visitor-household.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FailedState } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './consumer.module.css'
import { useConsumerTexts } from './consumer-texts.ts'
import { OwnPolicies } from './own-policies.tsx'

/** /consumer/: home of a consumer with the own application, the policies, plans and logout. */
export function ConsumerHomePage() {
  const texts = useConsumerTexts()
  const user = useCurrentUser()
  const typed = useVisitorDraft()
  const { data, error, refetch } = useQuery({ ...apiQuery(ede.own, {}), staleTime: 0 })
  const id = user?.applicationId ?? null
  return (
    <div className={css.home} lang={useLanguage()}>
      <section aria-labelledby="welcome">
        <h1 id="welcome">{texts.welcome(user?.firstName || user?.name || '')}</h1>
        {data ? (
          <OwnApplication appId={id} {...data} draft={typed ?? data.draft} />
        ) : error ? (
          <FailedState title={texts.couldNotLoad} why={failureMessage(error)} retry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={texts.loading}>
            <SkeletonBar width="80%" height={18} />
          </div>
        )}
      </section>
      {id ? <OwnPolicies appId={id} /> : null}
    </div>
  )
}

interface OwnApplicationProps {
  /** The client's application at the exchange. */
  appId: string | null
  /** The newest one of the wizard. */
  application: EdeRow | null
  draft: VisitorDraftInput | null
  /** Year for which the client can start one. */
  startsYear: number | null
  /** This year, if one can be started for its special enrollment. */
  specialYear: number | null
}

/** State of the application with its next step, and the other ways from here. */
function OwnApplication({ appId, application, draft, startsYear, specialYear }: OwnApplicationProps) {
  const texts = useConsumerTexts()
  const size = usePhone() ? 'xl' : 'md'
  const open = application && application.state !== 'submitted' ? application : null
  const ownId = appId ?? application?.applicationId ?? null
  const own = ownId ? applicationPaths('consumer', ownId) : null
  /** The year after that of the own application. */
  const nextYear = own && startsYear !== null ? String(startsYear) : null
  const step = open ? String(edeSteps.indexOf(open.step) + 1) : ''
  const lead = open
    ? open.state === 'draft'
      ? texts.draft(step, String(edeSteps.length))
      : texts.sending
    : own
      ? nextYear
        ? texts.nextYear(nextYear)
        : texts.submitted
      : draft
        ? texts.noneWithDraft
        : texts.none
  return (
    <>
      <p className={css.lead}>{lead}</p>
      {draft && !open && (nextYear || !own) ? <Draft draft={draft} /> : null}
      <div className={css.actions}>
        {open ? (
          <Button
            size={size}
            variant="filled"
            renderRoot={(props) => <Link to={paths.edeApplication(open.id)} {...props} />}
          >
            {texts.continue}
          </Button>
        ) : own ? (
          <>
            {nextYear ? <Start draft={draft} label={texts.startFor(nextYear)} /> : null}
            <Button
              size={size}
              variant={nextYear ? 'default' : 'filled'}
              renderRoot={(props) => <Link to={own.details} {...props} />}
            >
              {texts.yourApplication}
            </Button>
            <Button size={size} renderRoot={(props) => <Link to={own.enrollment} {...props} />}>
              {texts.comparePlans}
            </Button>
            {specialYear === null ? null : (
              <Start draft={draft} label={texts.startSpecial(String(specialYear))} isSpecial />
            )}
          </>
        ) : (
          <Start draft={draft} label={texts.start} />
        )}
        <Button size={size} component="a" href={paths.seePlans} target="_blank" rel="noopener">
          {texts.seePlans}
        </Button>
        <Button size={size} onClick={() => void logout()}>
          {texts.logout}
        </Button>
      </div>
      {open || own ? null : <AtMarketplace />}
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
