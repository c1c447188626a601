import { access } from '@coverdesk/domain/access/access-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf } from '../../applications/application-words.ts'
import { EndSending } from '../../applications/end-sending.tsx'
import { AuthorizationSection } from '../../authorizations/authorization-section.tsx'
import { authorizationTexts } from '../../authorizations/authorization-texts.ts'
import { useAuthorization } from '../../authorizations/use-authorization.ts'
import { InventedChoice } from '../../marketplace/invented-plan.tsx'
import { applicationPaths } from '../../platform/address/paths.ts'
import { call } from '../../platform/api/call.ts'
import { useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { openForClient } from '../../platform/page/open-for-client.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { isChangeable, ReportChange } from '../change/report-change.tsx'
import { EnrollAtHealthSherpa } from '../enroll-at-health-sherpa.tsx'
import { AnswersToCheck } from '../review/answers-to-check.tsx'
import { OpenReview } from '../review/open-review.tsx'
import { SendLink, WhereToSign } from '../send-link.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import { OtherApplicant } from './consent-step.tsx'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

/** What is missing, the client's review, and the submission. */
export function ReviewStep(props: StepProps) {
  const texts = useEdeTexts()
  const size = usePhone() ? 'xl' : 'md'
  const { saved, goTo } = props
  const { application, take } = saved
  const { id, version, state, consent, review, healthSherpaAt, canEnd } = application
  // What was sent is asked for again as it was, also when its life event is over by now.
  const missing = state === 'sending' ? [] : props.missing
  /** Time of the start at HealthSherpa that was confirmed as not finished; a later one is confirmed again. */
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const isStarted = state === 'draft' && healthSherpaAt !== null
  const notEnrolledThere = isStarted && confirmed === healthSherpaAt
  const submit = useSend(ede.submit, {
    refreshes: [ede.list, marketplace.list, marketplace.one, access.currentUser],
  })
  const end = useSend(ede.end, { refreshes: [ede.list] })
  const language = useLanguage()
  const authorized = { of: 'wizard', id } as const
  const authorization = useAuthorization(authorized, !application.isClient && missing.length === 0)
  if (state === 'submitted') return <Submitted {...props} />
  const waits =
    missing.length > 0
      ? texts.incomplete
      : consent.state !== 'valid'
        ? texts.waitsFor.consent
        : review.state !== 'valid'
          ? texts.waitsFor.review
          : authorization.isMissing
            ? authorizationTexts[language].waits
            : isStarted && !notEnrolledThere
              ? texts.waitsFor.healthSherpa
              : undefined
  const send = () =>
    submit.mutate(
      { id, version, notEnrolledThere },
      { onSuccess: take, onError: () => void call(ede.one, { id }).then(take, () => null) },
    )
  return (
    <StepScreen
      {...props}
      step="review"
      foot={
        <>
          {state === 'draft' && props.previous ? (
            <Button size={size} onClick={() => props.previous && goTo(props.previous)}>
              {texts.back}
            </Button>
          ) : null}
          <span className={css.gap} />
          {waits ? <span className={css.reason}>{waits}</span> : null}
          <Button size={size} variant="filled" disabled={waits !== undefined} loading={submit.isPending} onClick={send}>
            {state === 'sending' ? texts.submitAgain : application.isChange ? texts.submitChange : texts.submit}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {submit.error ? <NoticeLine tone="red">{failureMessage(submit.error)}</NoticeLine> : null}
        {state === 'sending' ? <NoticeLine tone="amber">{texts.sending}</NoticeLine> : null}
        {canEnd && !application.isClient ? (
          <EndSending what="submission" onEnd={async ({ reason }) => take(await end.mutateAsync({ id, reason }))} />
        ) : null}
        {missing.length > 0 ? (
          <div className={css.form}>
            <p className={css.state}>{texts.incomplete}</p>
            <div className={css.buttons}>
              {missing.map((step) => (
                <Button key={step} size={size} onClick={() => goTo(step)}>
                  {texts.steps[step]}
                </Button>
              ))}
            </div>
          </div>
        ) : state === 'draft' ? (
          <Review {...props} />
        ) : null}
        {isStarted ? (
          <>
            <NoticeLine tone="amber">{texts.startedThere(dayOf(healthSherpaAt))}</NoticeLine>
            <Checkbox
              label={texts.notEnrolledThere}
              checked={notEnrolledThere}
              onChange={(event) => setConfirmed(event.currentTarget.checked ? healthSherpaAt : null)}
            />
          </>
        ) : null}
        {application.isClient || state !== 'draft' ? null : (
          <AuthorizationSection
            application={authorized}
            authorization={authorization}
            language={application.clientLanguage}
            isPart
          />
        )}
        {application.isClient || application.isChange ? null : (
          <EnrollAtHealthSherpa
            id={id}
            onStarted={async () => take(await call(ede.one, { id }))}
            canStart={state === 'draft' && missing.length === 0 && consent.state === 'valid'}
          />
        )}
        {consent.state === 'valid' ? null : (
          <div className={css.form}>
            <p className={css.state}>{texts.consentStates[consent.state]}</p>
            <OtherApplicant application={application} />
            <div>
              <Button size={size} onClick={() => goTo('consent')}>
                {texts.steps.consent}
              </Button>
            </div>
          </div>
        )}
      </div>
    </StepScreen>
  )
}

function Review({ saved }: StepProps) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const size = usePhone() ? 'xl' : 'md'
  const { application, take } = saved
  const { id, isClient, isChange } = application
  // What was signed before a change is not about it.
  const isBefore = isChange && application.review.state === 'outdated'
  const review = isBefore ? { ...application.review, state: 'none' as const } : application.review
  const open = useSend(ede.openOwn)
  const request = useSend(ede.requestReview)
  const openHere = useSend(ede.openHere)
  const [link, setLink] = useState<string>()
  const refresh = async () => take(await call(ede.one, { id }))
  const stateText =
    isClient && review.state !== 'valid' ? null : <p className={css.state}>{texts.reviewStates[review.state]}</p>
  if (review.state === 'valid')
    return (
      <>
        {stateText}
        <p className={css.note}>{texts.signedBy(review.signedName ?? '', dayOf(review.signedDate ?? ''))}</p>
      </>
    )
  if (isClient)
    return link ? (
      <OpenReview link={link} onSigned={() => void refresh()} />
    ) : (
      <>
        {review.state === 'outdated' ? <NoticeLine tone="amber">{texts.reviewStates.outdated}</NoticeLine> : null}
        {open.error ? <NoticeLine tone="red">{failureMessage(open.error)}</NoticeLine> : null}
        <div>
          <Button
            size={size}
            variant="filled"
            loading={open.isPending}
            onClick={() =>
              open.mutate({ id, what: 'review', language }, { onSuccess: (answer) => setLink(answer.link) })
            }
          >
            {texts.readAndSign}
          </Button>
        </div>
      </>
    )
  return (
    <>
      {stateText}
      <AnswersToCheck application={application} />
      <WhereToSign request={review} />
      <SendLink
        submit={texts.sendReview}
        last={application.lastSent}
        clientLanguage={application.clientLanguage}
        onSend={async (way) => take(await request.mutateAsync({ id, ...way }))}
        onHere={async (language) => {
          await openForClient(
            async () => `/ede/app/review?id=${(await openHere.mutateAsync({ id, what: 'review', language })).link}`,
          )
          await refresh()
        }}
        onCheck={review.state === 'requested' && saved.saveState.kind === 'saved' ? refresh : undefined}
      />
      <p className={css.note}>{texts.clientSigns}</p>
    </>
  )
}

/** The plan that was chosen before the application, priced for its people, ready to be chosen for them. */
function ChosenPlan({ to, size }: { to: string; size: 'xl' | 'md' }) {
  const texts = useEdeTexts()
  return (
    <Button size={size} variant="filled" renderRoot={(root) => <Link to={to} {...root} />}>
      {texts.openChosenPlan}
    </Button>
  )
}

/** After the submission: where the results, the plans and the enrollment are. */
function Submitted(props: StepProps) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const size = usePhone() ? 'xl' : 'md'
  const { saved, goTo } = props
  const { applicationId, isClient, answers, planYear } = saved.application
  const to = applicationId ? applicationPaths(isClient ? 'consumer' : 'portal', applicationId) : null
  return (
    <StepScreen {...props} step="review" foot={<span />}>
      <div className={css.form}>
        <p className={css.note} role="status">
          {texts.submittedLead}
        </p>
        {answers.plan ? (
          <p className={css.note}>
            {texts.chosenPlan(answers.plan.name)}
            <InventedChoice planId={answers.plan.id} year={planYear} language={language} />
          </p>
        ) : null}
        {to ? (
          <div className={css.buttons}>
            {answers.plan ? <ChosenPlan to={to.groupPlan(1, answers.plan.id)} size={size} /> : null}
            <Button
              size={size}
              variant={answers.plan ? 'default' : 'filled'}
              renderRoot={(root) => <Link to={to.details} {...root} />}
            >
              {texts.openApplication}
            </Button>
            <Button size={size} renderRoot={(root) => <Link to={to.enrollment} {...root} />}>
              {texts.comparePlans}
            </Button>
            <ReportChange
              application={saved.application}
              onBegun={(changed) => {
                saved.take(changed)
                goTo('about')
              }}
            />
          </div>
        ) : null}
        {isChangeable(saved.application) ? <p className={css.note}>{texts.reportChangeNote}</p> : null}
      </div>
    </StepScreen>
  )
}
