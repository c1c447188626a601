import { barRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCurrentUser, useHasAccess } from '../../access/current-user.ts'
import { gateOf } from '../../access/portal-gate.ts'
import { useConfiguration } from '../../agency/configuration.ts'
import { startTypeAhead, takeTypedAhead } from '../../command-palette/type-ahead.ts'
import { useFreshChoices } from '../../lookups/fresh-choices.ts'
import { Sidebar } from '../../navigation/sidebar/sidebar.tsx'
import { useSidebar } from '../../navigation/sidebar/sidebar-state.ts'
import { TopBar } from '../../navigation/top-bar/top-bar.tsx'
import { SessionClocks } from '../../session-timeout/session-clocks.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ShortcutHelp, useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import css from './portal-frame.module.css'

const MenuDrawer = lazy(() =>
  import('../../navigation/sidebar/menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })),
)
const NoRolePage = lazy(() =>
  import('../../standing-pages/no-role-page.tsx').then((module) => ({ default: module.NoRolePage })),
)
const NotAgentPage = lazy(() =>
  import('../../standing-pages/not-agent-page.tsx').then((module) => ({ default: module.NotAgentPage })),
)
const Enrolment = lazy(() =>
  import('../../second-factor/required-app-setup.tsx').then((module) => ({ default: module.RequiredAppSetup })),
)
const EmergencyStrip = lazy(() =>
  import('../../emergency/emergency-strip.tsx').then((module) => ({ default: module.EmergencyStrip })),
)
const PhoneFloat = lazy(() =>
  import('../../telephony/phone-float.tsx').then((module) => ({ default: module.PhoneFloat })),
)
const CommandPalette = lazy(() =>
  import('../../command-palette/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/**
 * Frame of the signed-in portal around every screen; users without access see the reason instead (ACCESS-05 to
 * ACCESS-07).
 */
export function PortalFrame() {
  return (
    <>
      <SessionClocks />
      <GuardedPortal />
    </>
  )
}

function GuardedPortal() {
  const user = useCurrentUser()
  // Stays open after the app is set up: the recovery codes must still be saved.
  const [enrolling, setEnrolling] = useState(false)
  if (user?.enrolling && !enrolling) setEnrolling(true)
  if (!user) return null
  const gate = gateOf(user)
  if (!enrolling && (gate === 'open' || gate === 'enrolling')) return <OpenPortal user={user} />
  return (
    <Suspense>
      {enrolling ? <Enrolment /> : gate === 'no-role' ? <NoRolePage /> : <NotAgentPage user={user} />}
    </Suspense>
  )
}

/** Listed on `?`; Ctrl-K itself also works while the user types. */
const portalShortcuts = [{ keys: 'Ctrl K', description: 'Find or do anything' }]

function OpenPortal({ user }: { user: CurrentUser }) {
  useFreshChoices()
  const phone = usePhone()
  const sidebar = useSidebar()
  const [drawer, drawerState] = useDisclosure(false)
  const [palette, paletteState] = useDisclosure(false)
  const openPalette = () => {
    startTypeAhead(paletteState.close)
    paletteState.open()
  }
  const closePalette = () => {
    takeTypedAhead()
    paletteState.close()
  }
  useHotkeys([['mod+K', palette ? closePalette : openPalette]], [])
  useShortcuts(portalShortcuts)
  const hasTelephony = useHasAccess(barRules.telephony)
  const telephonyUrl = useConfiguration()?.telephonyUrl
  const [paletteUsed, setWanted] = useState(false)
  if (palette && !paletteUsed) setWanted(true)
  return (
    <div className={css.frame} data-telephones={hasTelephony || undefined}>
      {!phone && <Sidebar user={user} open={sidebar.open} toggle={sidebar.toggle} />}
      {phone && (
        <Suspense>
          <MenuDrawer user={user} opened={drawer} close={drawerState.close} />
        </Suspense>
      )}
      <div className={css.page}>
        <TopBar portal={{ openPalette, openDrawer: drawerState.open }} />
        {user.emergencyUntil !== null && (
          <Suspense>
            <EmergencyStrip until={user.emergencyUntil} />
          </Suspense>
        )}
        <main id="main" className={css.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {paletteUsed && (
        <Suspense>
          <CommandPalette
            opened={palette}
            close={closePalette}
            user={user}
            {...(phone ? {} : { toggleSidebar: sidebar.toggle })}
          />
        </Suspense>
      )}
      {hasTelephony && (
        <Suspense>
          <PhoneFloat address={telephonyUrl} />
        </Suspense>
      )}
      <ShortcutHelp />
    </div>
  )
}
