import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { type AnsweredStep, answeredSteps, type EdeStep, edeSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { type EdeApplication, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { completeSteps } from '@coverdesk/domain/ede/ede-problems.ts'
import { mayReadApplications } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { BothChangedNotice } from './both-changed-notice.tsx'
import { bothChangedRows } from './both-changed-rows.ts'
import { AboutStep } from './steps/about-step.tsx'
import { ConsentStep } from './steps/consent-step.tsx'
import { CoverageStep } from './steps/coverage-step.tsx'
import { HouseholdStep } from './steps/household-step.tsx'
import { IncomeStep } from './steps/income-step.tsx'
import { ReviewStep } from './steps/review-step.tsx'
import type { StepProps } from './steps/step-props.ts'
import { TaxesStep } from './steps/taxes-step.tsx'
import { useEdeTexts } from './use-ede-texts.ts'
import { useSavedApplication } from './use-saved-application.ts'
import css from './wizard.module.css'
import { WizardFrame } from './wizard-frame.tsx'
import { WizardHelp } from './wizard-help.tsx'

const steps: Record<EdeStep, (props: StepProps) => ReactNode> = {
  consent: ConsentStep,
  about: AboutStep,
  household: HouseholdStep,
  taxes: TaxesStep,
  income: IncomeStep,
  coverage: CoverageStep,
  review: ReviewStep,
}

/** Where 'Save and exit' leads: staff to the list, clients to their start page. */
export function useExit() {
  const texts = useEdeTexts()
  const user = useCurrentUser()
  const isStaff = user !== undefined && mayPass(mayReadApplications, user)
  const isConsumer = user !== undefined && mayPass('consumer|customer', user)
  return { to: isStaff ? paths.ede : isConsumer ? paths.consumer : paths.portal, label: texts.exit }
}

/** /ede/app/{id}: the wizard, one step a screen; the step is in the address. */
export function WizardPage() {
  const { id = '' }: Record<string, string | undefined> = useParams({ strict: false })
  const texts = useEdeTexts()
  const exit = useExit()
  const { data, error, refetch } = useQuery({
    ...apiQuery(ede.one, { id }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (data) return <Wizard key={data.id} initial={data} />
  return (
    <WizardFrame title="" exit={exit}>
      <main id="main" className={css.list}>
        {error ? (
          <FailedState title={texts.couldNotLoad} why={failureMessage(error)} retry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={texts.loading}>
            <SkeletonBar width="60%" height={28} />
          </div>
        )}
      </main>
    </WizardFrame>
  )
}

/** Step of the last edit, or the first one after it that is not done. All are done in what was submitted before. */
function stepToResume({ step, answers, today, consent, isChange }: EdeApplication): EdeStep {
  if (isChange) return step
  const done: readonly EdeStep[] = completeSteps(answers, today)
  const isDone = (one: EdeStep) => (one === 'consent' ? consent.state === 'valid' : done.includes(one))
  return edeSteps.slice(edeSteps.indexOf(step)).find((one) => !isDone(one)) ?? 'review'
}

function Wizard({ initial }: { initial: EdeApplication }) {
  const texts = useEdeTexts()
  const exit = useExit()
  const language = useLanguage()
  const saved = useSavedApplication(initial, (both, merged) => {
    const rows = bothChangedRows(language, both, String(merged.planYear), [])
    const answers = rows.map(({ question, kept, other }) => texts.bothLaterOne(question, kept, other))
    if (rows.length > 0) toasts.warning(texts.bothLater(answers.join(' ')))
  })
  const { application, saveState } = saved
  const search: { step?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [resumed] = useState(() => stepToResume(initial))
  const isDraft = application.state === 'draft'
  const step: EdeStep = isDraft ? (edeSteps.find((one) => one === search.step) ?? resumed) : 'review'
  const complete = completeSteps(application.answers, application.today)
  const goTo = (next: EdeStep) => {
    void navigate({ to: paths.edeApplication(application.id), search: { step: next } })
    window.scrollTo({ top: 0 })
  }
  const Step = steps[step]
  const place = edeSteps.indexOf(step)
  const isDone = (one: EdeStep) =>
    one === 'consent'
      ? application.consent.state === 'valid'
      : one === 'review'
        ? application.review.state === 'valid'
        : complete.includes(one)
  return (
    <WizardFrame
      title={(application.isChange ? texts.changeTitle : texts.title)(String(application.planYear))}
      saveState={saveState}
      exit={exit}
      step={step}
      onReload={() => void saved.merge().catch((error: unknown) => toasts.failure('', error))}
      onExit={saved.saveNow}
    >
      <div className={css.body}>
        <nav className={css.steps} aria-label={texts.stepsLabel}>
          <ol>
            {edeSteps.map((one, index) => (
              <li key={one}>
                <button
                  type="button"
                  className={css.step}
                  disabled={!isDraft}
                  aria-current={one === step ? 'step' : undefined}
                  data-done={one !== step && isDone(one) ? true : undefined}
                  onClick={() => goTo(one)}
                >
                  <span className={css.dot} aria-hidden>
                    {one !== step && isDone(one) ? <IconCheck size={14} stroke={2} /> : index + 1}
                  </span>
                  {texts.steps[one]}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <main id="main" className={css.main} tabIndex={-1}>
          {saved.bothChanged.length > 0 ? (
            <BothChangedNotice
              key={saved.round}
              both={saved.bothChanged}
              application={application}
              onRead={saved.dismissBothChanged}
            />
          ) : null}
          <Step
            key={`${step}-${saved.round}`}
            saved={saved}
            missing={answeredSteps.filter((one: AnsweredStep) => !complete.includes(one))}
            goTo={goTo}
            previous={edeSteps[place - 1] ?? null}
            next={edeSteps[place + 1] ?? null}
          />
        </main>
        <WizardHelp application={application} step={step} />
      </div>
    </WizardFrame>
  )
}
