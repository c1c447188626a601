import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mayRunAgency } from '@coverdesk/domain/agency/agency-contract.ts'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../access/current-user.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { sectionIcons as icons } from '../navigation/sidebar/section-icons.ts'
import { sectionsFor } from '../navigation/sidebar/sidebar-sections.ts'
import { paths } from '../platform/address/paths.ts'
import { SetupChecklist, useSetupChecklist } from '../setup/setup-checklist.tsx'
import css from './greeting-page.module.css'

/** Greets by name; a customer is directed to Application, an agent sees links to the sections (SHELL-10, A-005). */
export function GreetingPage() {
  const user = useCurrentUser()
  const { screens } = useNavigation()
  const checklist = useSetupChecklist(user !== undefined && mayPass(mayRunAgency, user))
  if (!user || checklist === undefined) return null
  if (checklist) return <SetupChecklist checklist={checklist} />
  const links = sectionsFor(user, screens).flatMap(({ name, links }) => links.map((link) => ({ ...link, name })))
  return (
    <section className={css.page}>
      <h1 className={css.title}>Welcome, {user.firstName || user.name}</h1>
      {mayPass('customer', user) && (
        <p className={css.text}>
          Click <Link to={paths.application}>Application</Link> to see your application.
        </p>
      )}
      {mayPass('agent', user) && (
        <ul className={css.links}>
          {links.map(({ name, label, address }) => {
            const SectionIcon = icons[name]
            return (
              <li key={address}>
                <Link to={address} className={css.link}>
                  <SectionIcon size={16} stroke={1.75} aria-hidden />
                  <span className={css.label}>{label}</span>
                  {name !== label && <span className={css.section}>{name}</span>}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
