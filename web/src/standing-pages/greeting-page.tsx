import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mayRunAgency } from '@coverdesk/domain/agency/agency-contract.ts'
import { Link } from '@tanstack/react-router'
import { usePerson } from '../access/person.ts'
import { sectionIcons as icons } from '../navigation/sidebar/section-icons.ts'
import { sectionsFor } from '../navigation/sidebar/sidebar-sections.ts'
import { paths } from '../platform/address/paths.ts'
import { SetupChecklist, useSetupChecklist } from '../setup/setup-checklist.tsx'
import classes from './greeting-page.module.css'

/** Greets by name; a customer is told to click Application, an agent finds the own sections (SHELL-10, A-005). */
export function GreetingPage() {
  const person = usePerson()
  const checklist = useSetupChecklist(person !== undefined && mayPass(mayRunAgency, person))
  if (!person || checklist === undefined) return null
  if (checklist) return <SetupChecklist checklist={checklist} />
  const links = sectionsFor(person).flatMap(({ name, links }) => links.map((link) => ({ ...link, name })))
  return (
    <section className={classes.page}>
      <h1 className={classes.title}>Welcome, {person.firstName || person.name}</h1>
      {mayPass('customer', person) && (
        <p className={classes.text}>
          Click <Link to={paths.application}>Application</Link> to see your application.
        </p>
      )}
      {mayPass('agent', person) && (
        <ul className={classes.links}>
          {links.map(({ name, label, address }) => {
            const SectionIcon = icons[name]
            return (
              <li key={address}>
                <Link to={address} className={classes.link}>
                  <SectionIcon size={16} stroke={1.75} aria-hidden />
                  <span className={classes.label}>{label}</span>
                  {name !== label && <span className={classes.section}>{name}</span>}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
