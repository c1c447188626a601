import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ContactLinks } from '../../brand/contact-links.tsx'
import { Logo } from '../../brand/logo.tsx'
import { paths } from '../../platform/address/paths.ts'
import { useBrand } from '../../platform/page/brand.ts'
import { useNavigation } from '../navigation.ts'
import { BellPlace } from './bell-place.tsx'
import css from './sidebar.module.css'
import { SidebarMenu } from './sidebar-menu.tsx'
import { sidebarSections } from './sidebar-sections.ts'
import { sidebarWidths } from './sidebar-state.ts'

/** Used by the collapsed sidebar only. */
const SidebarRail = lazy(async () => ({ default: (await import('./sidebar-rail.tsx')).SidebarRail }))

/** Navigation at the left, 300 px wide when expanded and 80 px when collapsed (SHELL-37). */
export function Sidebar({ user, open, toggle }: { user: CurrentUser; open: boolean; toggle: () => void }) {
  const { name } = useBrand()
  const sections = sidebarSections(user, useNavigation().screens)
  const label = open ? 'Close sidebar' : 'Open sidebar'
  const ToggleIcon = open ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <aside
      aria-label="Sidebar"
      data-print="no"
      className={css.sidebar}
      style={{ width: open ? sidebarWidths.open : sidebarWidths.closed }}
      data-open={open}
    >
      <div className={css.head}>
        <Link to={paths.portal} className={css.home} aria-label={`${name} home`}>
          <Logo signOnly={!open} />
        </Link>
        <BellPlace />
        <ActionIcon
          variant="subtle"
          c="var(--text-2)"
          aria-label={label}
          title={label}
          aria-expanded={open}
          onClick={toggle}
        >
          <ToggleIcon size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <nav aria-label="Main" className={css.scroll}>
        <Suspense>{open ? <SidebarMenu sections={sections} /> : <SidebarRail sections={sections} />}</Suspense>
      </nav>
      {open && <SidebarFoot />}
    </aside>
  )
}

/** The brand's footer text and contact links (SHELL-43, SHELL-44). */
export function SidebarFoot() {
  const { footer } = useBrand()
  return (
    <footer className={css.foot}>
      <ContactLinks />
      {footer && <span className={css.footText}>{footer}</span>}
    </footer>
  )
}
