import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { paths, withQuery } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { useHousehold } from '../../platform/session/visitor-household.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { BackButton } from '../../ui/page/back-button.tsx'
import { useDirectoryOf } from '../directory/use-directory.ts'
import { PlanLoader } from '../plan-page.tsx'
import { usePlanTexts } from '../plan-texts.ts'
import { PlanView } from '../plan-view.tsx'
import css from './public-plans.module.css'
import { useNextStep } from './use-next-step.ts'

/**
 * /self-enroll/plans_get/{planId}: public plan details (PLAN-06, CONSUMER-10), priced for the visitor's household if
 * known.
 */
export function PublicPlanPage() {
  const { planId = '' }: Record<string, string | undefined> = useParams({ strict: false })
  const household = useHousehold()
  const directoryOf = useDirectoryOf()
  const next = useNextStep()
  const texts = usePlanTexts()
  const language = useLanguage()
  const size = usePhone() ? 'xl' : 'sm'
  const question = household ? apiQuery(plans.quoteOne, { planId, ...household }) : apiQuery(plans.one, { planId })
  return (
    <PlanLoader question={question}>
      {(plan) => (
        <div className={css.public} lang={language}>
          <PlanView
            plan={plan}
            directoryOf={directoryOf}
            before={<BackButton to={withQuery(paths.seePlans, { step: 'plans' })} />}
            actions={
              household ? (
                next && (
                  <Button size={size} variant="filled" onClick={() => next.choose(plan)}>
                    {texts.choose}
                  </Button>
                )
              ) : (
                <Button size={size} variant="filled" component={Link} to={paths.seePlans}>
                  {texts.seeYourPremium}
                </Button>
              )
            }
          />
        </div>
      )}
    </PlanLoader>
  )
}
