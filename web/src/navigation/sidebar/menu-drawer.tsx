import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import '../../ui/overlay/overlay-styles.ts'
import { DrawerCloseButton, DrawerContent, DrawerOverlay, DrawerRoot } from '@mantine/core'
import { Logo } from '../../brand/logo.tsx'
import { useFocusBack } from '../../ui/overlay/focus-back.ts'
import { useNavigation } from '../navigation.ts'
import css from './menu-drawer.module.css'
import { SidebarFoot } from './sidebar.tsx'
import { SidebarMenu } from './sidebar-menu.tsx'
import { sidebarSections } from './sidebar-sections.ts'

/** The sidebar on a phone, as a drawer. */
export function MenuDrawer(props: { user: CurrentUser; opened: boolean; close: () => void }) {
  const focus = useFocusBack(props.opened)
  const { screens } = useNavigation()
  return (
    <DrawerRoot opened={props.opened} onClose={props.close} size={300} {...focus}>
      <DrawerOverlay />
      <DrawerContent aria-label="Menu" classNames={{ content: css.drawer }}>
        <div className={css.head}>
          <Logo />
          <DrawerCloseButton size={44} />
        </div>
        <nav aria-label="Main" className={css.menu}>
          <SidebarMenu sections={sidebarSections(props.user, screens)} onChoose={props.close} />
        </nav>
        <SidebarFoot />
      </DrawerContent>
    </DrawerRoot>
  )
}
