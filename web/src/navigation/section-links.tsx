import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { Link } from '@tanstack/react-router'
import { useNavigation } from './navigation.ts'
import css from './section-links.module.css'
import { sectionIcons as icons } from './sidebar/section-icons.ts'
import { sidebarSections } from './sidebar/sidebar-sections.ts'

/** Links to the sections that the user may open. */
export function SectionLinks({ user }: { user: CurrentUser }) {
  const { screens } = useNavigation()
  const links = sidebarSections(user, screens).flatMap(({ name, links }) => links.map((link) => ({ ...link, name })))
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
