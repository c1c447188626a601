import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Logo } from '../brand/logo.tsx'
import classes from './menu-drawer.module.css'
import { SidebarFoot } from './sidebar.tsx'
import { SidebarMenu } from './sidebar-menu.tsx'
import { sectionsFor } from './sidebar-sections.ts'

/** The sidebar on a phone, over the page. Mounted closed and then opened, so that it gives the focus back. */
export function MenuDrawer(props: { person: CurrentUser; opened: boolean; close: () => void }) {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return (
    <Drawer.Root opened={props.opened && mounted} onClose={props.close} size={300}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" classNames={{ content: classes.drawer }}>
        <div className={classes.head}>
          <Logo />
          <Drawer.CloseButton size={44} />
        </div>
        <nav aria-label="Main" className={classes.menu}>
          <SidebarMenu sections={sectionsFor(props.person)} onChoose={props.close} />
        </nav>
        <SidebarFoot />
      </Drawer.Content>
    </Drawer.Root>
  )
}
