import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { missingRights } from '@coverdesk/domain/access/missing-rights.ts'
import { mayRunAgency } from '@coverdesk/domain/agency/agency-contract.ts'
import { mayUseHome } from '@coverdesk/domain/home/home-contract.ts'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../access/current-user.ts'
import { HomeOfStaff } from '../home/home-of-staff.tsx'
import { paths } from '../platform/address/paths.ts'
import { SetupChecklist, useSetupChecklist } from '../setup/setup-checklist.tsx'
import css from './greeting-page.module.css'
import { WhomToAsk } from './whom-to-ask.tsx'

/**
 * Greets by name: staff see their day, or what they lack to work, or the checklist of a new agency; a customer is directed to Application (SHELL-10,
 * A-005).
 */
export function GreetingPage() {
  const user = useCurrentUser()
  const checklist = useSetupChecklist(user !== undefined && mayPass(mayRunAgency, user))
  if (!user || checklist === undefined) return null
  if (checklist) return <SetupChecklist checklist={checklist} />
  if (missingRights(user) === 'claims')
    return (
      <section className={css.page}>
        <h1 className={css.title}>Welcome, {user.firstName || user.name}</h1>
        <p className={css.text}>Your account isn't set up yet.</p>
        <WhomToAsk />
      </section>
    )
  if (mayPass(mayUseHome, user)) return <HomeOfStaff user={user} />
  return (
    <section className={css.page}>
      <h1 className={css.title}>Welcome, {user.firstName || user.name}</h1>
      <p className={css.text}>
        Click <Link to={paths.application}>Application</Link> to see your application.
      </p>
    </section>
  )
}
