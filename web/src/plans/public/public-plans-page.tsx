import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '../../access/current-user.ts'
import { useAddress } from '../../platform/address/address.ts'
import { paths } from '../../platform/address/paths.ts'
import { useListPage } from '../../platform/api/list-page.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { clearChosenEntries } from '../../platform/session/chosen-entries.ts'
import {
  clearVisitorDraft,
  setHousehold,
  storeTyped,
  typedHousehold,
  useHousehold,
} from '../../platform/session/visitor-household.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { LanguageButton } from '../../ui/language/language-button.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { PlanBrowser } from '../browser/plan-browser.tsx'
import { usePlanQuery } from '../browser/plan-query.ts'
import { useCoveredPlans } from '../directory/use-covered-plans.ts'
import { useDirectoryOf } from '../directory/use-directory.ts'
import { usePlanTexts } from '../plan-texts.ts'
import { PlansHeader } from '../plans-header.tsx'
import { CreditNotice } from './credit-notice.tsx'
import { useCreditTexts } from './credit-texts.ts'
import { unknownPlans } from './describe-credit.ts'
import { HouseholdForm } from './household-form.tsx'
import css from './public-plans.module.css'
import { useNextStep } from './use-next-step.ts'
import { useVisitorTexts } from './visitor-texts.ts'

const StepAddress = z.object({ step: z.literal('plans').optional() })

/**
 * /self-enroll/: visitors enter location and household, and see plan prices after the credit (CONSUMER-09, A-022). The step
 * is in the address, so that the browser's Back leads from the plans to the household.
 */
export function PublicPlansPage() {
  const household = useHousehold()
  const { query, change } = useAddress(StepAddress)
  const showPlans = () => void change({ step: 'plans' })
  const submit = (entered: HouseholdInput) => {
    setHousehold(entered)
    showPlans()
  }
  const cancel = () => {
    storeTyped(null)
    showPlans()
  }
  const showsPlans = household !== null && query.step === 'plans'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the two starts at its top
  useLayoutEffect(() => {
    window.scrollTo({ top: 0 })
  }, [showsPlans])
  if (showsPlans) return <PlanResults household={household} onChange={() => void change({ step: undefined })} />
  return (
    <HouseholdStep
      household={typedHousehold() ?? household}
      onType={storeTyped}
      onSubmit={submit}
      onCancel={household ? cancel : undefined}
      onClear={clearAnswers}
    />
  )
}

function clearAnswers(): void {
  clearVisitorDraft()
  clearChosenEntries()
}

function HouseholdStep(props: Parameters<typeof HouseholdForm>[0]) {
  const texts = useVisitorTexts()
  return (
    <div className={css.asking} lang={useLanguage()}>
      <LanguageButton />
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      <HouseholdForm {...props} />
      <SignUp />
    </div>
  )
}

/** Sign-up link for visitors. */
function SignUp() {
  const texts = useVisitorTexts()
  if (useCurrentUser()) return null
  return (
    <p className={css.signUp}>
      {texts.wantToEnroll} <Link to={paths.register}>{texts.createAccount}</Link> {texts.or}{' '}
      <Link to={paths.login}>{texts.logIn}</Link> {texts.andApply}
    </p>
  )
}

function PlanResults({ household, onChange }: { household: HouseholdInput; onChange(): void }) {
  const query = usePlanQuery()
  const directoryOf = useDirectoryOf()
  const asked = useMemo(() => ({ ...query.asked, ...household }), [query.asked, household])
  const found = useCoveredPlans(useListPage(plans.quote, asked), query, directoryOf)
  const { list } = found
  const phone = usePhone()
  const size = phone ? 'xl' : 'sm'
  const next = useNextStep()
  const texts = useVisitorTexts()
  const planTexts = usePlanTexts()
  const language = useLanguage()
  const creditTexts = useCreditTexts()
  const covered = list.page?.terms.people ?? null
  const leaveOut = (places: readonly number[]) =>
    setHousehold({
      ...household,
      people: household.people.map((one, place) => (places.includes(place) ? { ...one, covered: false } : one)),
    })
  return (
    <div className={css.found} lang={language}>
      <PlanBrowser
        found={found}
        query={query}
        header={
          <>
            <LanguageButton />
            <PlansHeader page={list.page} who={covered === null ? undefined : planTexts.people(covered)}>
              <Button size={size} onClick={onChange}>
                {texts.changeHousehold}
              </Button>
              {next ? (
                <Button size={size} variant="filled" component={Link} to={next.to}>
                  {next.label}
                </Button>
              ) : null}
            </PlansHeader>
            {list.page?.invented && list.page.offered > 0 ? (
              <div className={css.invented}>
                <NoticeLine tone="amber">{texts.invented}</NoticeLine>
              </div>
            ) : null}
            {list.page ? <CreditNotice terms={list.page.terms} household={household} onLeaveOut={leaveOut} /> : null}
          </>
        }
        planDetailQuery={(planId) => apiQuery(plans.quoteOne, { planId, ...household })}
        detailsOf={paths.publicPlan}
        onChoose={next?.choose}
        emptyText={list.page ? `${unknownPlans(list.page.terms, creditTexts)}.` : ''}
      />
    </div>
  )
}
