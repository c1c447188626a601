import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser } from '../../access/current-user.ts'
import { paths } from '../../platform/address/paths.ts'
import { setChosenPlan } from '../../platform/session/visitor-household.ts'
import { useVisitorTexts } from './visitor-texts.ts'

interface NextStep {
  to: string
  label: string
  /** Takes the plan along to the next step. */
  choose(plan: Pick<PlanRow, 'id' | 'name'>): void
}

/** Where a visitor goes from See Plans: to a new account, or as a client to the start of the application. Null for staff. */
export function useNextStep(): NextStep | null {
  const navigate = useNavigate()
  const user = useCurrentUser()
  const texts = useVisitorTexts()
  const next = !user
    ? { to: paths.register, label: texts.createAccount }
    : mayPass('consumer|customer', user)
      ? { to: paths.consumer, label: texts.continue }
      : null
  if (!next) return null
  return {
    ...next,
    choose: ({ id, name }) => {
      setChosenPlan({ id, name })
      void navigate({ to: next.to })
    },
  }
}
