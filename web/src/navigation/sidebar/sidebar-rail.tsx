import { Menu } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import '../../ui/overlay/overlay-styles.ts'
import { sectionIcons as icons } from './section-icons.ts'
import css from './sidebar-rail.module.css'
import type { SidebarSection } from './sidebar-sections.ts'

/** The collapsed sidebar: one icon per section, its links in a menu. */
export function SidebarRail({ sections }: { sections: readonly SidebarSection[] }) {
  return (
    <ul className={css.rail}>
      {sections.map((section) => (
        <li key={section.name}>
          {section.links.length === 1 ? <RailLink section={section} /> : <RailMenu section={section} />}
        </li>
      ))}
    </ul>
  )
}

function RailLink({ section }: { section: SidebarSection }) {
  const SectionIcon = icons[section.name]
  const link = section.links[0]
  const label = section.name === link?.label ? section.name : `${section.name}: ${link?.label}`
  return (
    <Link to={link?.address ?? ''} className={css.item} aria-label={label} title={label}>
      <SectionIcon size={18} stroke={1.75} />
    </Link>
  )
}

function RailMenu({ section }: { section: SidebarSection }) {
  const { pathname } = useLocation()
  const SectionIcon = icons[section.name]
  const within = section.links.some(({ address }) => pathname.startsWith(address))
  return (
    <Menu position="right-start" offset={8} withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <button type="button" className={css.item} data-within={within} aria-label={section.name} title={section.name}>
          <SectionIcon size={18} stroke={1.75} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{section.name}</Menu.Label>
        {section.links.map(({ label, address }) => (
          <Menu.Item key={address} renderRoot={(props) => <Link to={address} {...props} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
