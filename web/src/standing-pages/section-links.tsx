import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { Link } from '@tanstack/react-router'
import { sectionIcons as icons } from '../navigation/sidebar/section-icons.ts'
import { sectionsFor } from '../navigation/sidebar/sidebar-sections.ts'
import css from './greeting-page.module.css'

/** Links to the sections that the user may open. */
export function SectionLinks({ user }: { user: CurrentUser }) {
  const links = sectionsFor(user).flatMap(({ name, links }) => links.map((link) => ({ ...link, name })))
  return (
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
  )
}
