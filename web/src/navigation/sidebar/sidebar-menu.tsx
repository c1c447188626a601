import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type MenuCounts, useMenuCounts } from '../../menu/menu-counts.ts'
import { sectionIcons as icons } from './section-icons.ts'
import css from './sidebar-menu.module.css'
import type { SidebarSection } from './sidebar-sections.ts'

/** Collapsible sections with their links. */
export function SidebarMenu({ sections, onChoose }: { sections: readonly SidebarSection[]; onChoose?: () => void }) {
  const counts = useMenuCounts()
  return (
    <ul className={css.menu}>
      {sections.map((section) => (
        <li key={section.name}>
          {section.single ? (
            <SectionLink section={section} counts={counts} onChoose={onChoose} />
          ) : (
            <FoldingSection section={section} counts={counts} onChoose={onChoose} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface SectionProps {
  section: SidebarSection
  counts: MenuCounts
  onChoose?: (() => void) | undefined
}

function SectionLink({ section, counts, onChoose }: SectionProps) {
  const SectionIcon = icons[section.name]
  return (
    <Link to={section.links[0]?.address ?? ''} className={css.item} onClick={onChoose}>
      <SectionIcon size={16} stroke={1.75} aria-hidden />
      {section.name}
      <Count number={counts[section.name]} />
    </Link>
  )
}

function FoldingSection({ section, counts, onChoose }: SectionProps) {
  const [folded, setFolded] = useState(false)
  const list = useId()
  const { pathname } = useLocation()
  const SectionIcon = icons[section.name]
  const Chevron = folded ? IconChevronRight : IconChevronDown
  const within = section.links.some(({ address }) => isAt(pathname, address))
  return (
    <>
      <button
        type="button"
        className={css.item}
        data-within={within}
        aria-expanded={!folded}
        aria-controls={list}
        onClick={() => setFolded(!folded)}
      >
        <SectionIcon size={16} stroke={1.75} aria-hidden />
        {section.name}
        <Chevron size={14} stroke={1.75} className={css.chevron} aria-hidden />
      </button>
      <ul id={list} className={css.links} hidden={folded}>
        {section.links.map(({ label, address }) => (
          <li key={address}>
            <Link to={address} className={css.link} onClick={onChoose}>
              {label}
              <Count number={counts[label]} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Number of records behind a link. Hidden from screen readers: the title of the screen announces it. */
function Count({ number }: { number: number | undefined }) {
  if (number === undefined) return null
  return (
    <span className={css.count} aria-hidden>
      {number.toLocaleString('en-US')}
    </span>
  )
}

function isAt(pathname: string, address: string): boolean {
  return pathname === address || pathname.startsWith(`${address}/`)
}
