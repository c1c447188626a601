import '@mantine/core/styles/ActionIcon.layer.css'
import { barRules, marketingHint } from '@coverdesk/domain/access/portal-rules.ts'
import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowUpRight, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { Logo } from '../../brand/logo.tsx'
import { paths } from '../../platform/address/paths.ts'
import { useBrand } from '../../platform/page/brand.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { BellPlace } from '../sidebar/bell-place.tsx'
import { useBarTexts } from './bar-texts.ts'
import { HelpMenu } from './help-menu.tsx'
import { useOutsideLinks } from './outside-links.ts'
import { ProfileMenu } from './profile-menu.tsx'
import css from './top-bar.module.css'

const TelephonyWidget = lazy(async () => ({
  default: (await import('../../telephony/telephony-widget.tsx')).TelephonyWidget,
}))

const MarketingHint = lazy(async () => ({ default: (await import('./marketing-hint.tsx')).MarketingHint }))

/** Actions of the bar inside the portal. */
export interface TopBarActions {
  openPalette: () => void
  openDrawer: () => void
}

/**
 * Top bar: search, the phone if permitted (ACCESS-27), links to plans, marketplace and EDE, and the profile menu
 * (SHELL-38 to SHELL-42).
 */
export function TopBar({ portal }: { portal?: TopBarActions }) {
  const phone = usePhone()
  // Below 1100 px the links move into the profile menu; the style sheet uses the same width.
  const narrow = useMediaQuery('(max-width: 1099.98px)', false, { getInitialValueInEffect: false })
  const { name } = useBrand()
  const texts = useBarTexts()
  const telephones = useHasAccess(barRules.telephony)
  const agent = useHasAccess(marketingHint.allow)
  const lacksMarketing = !useHasAccess(marketingHint.unless) && agent
  return (
    <header className={css.bar} data-print="no">
      {portal && phone && (
        <ActionIcon variant="subtle" c="var(--text-2)" size={44} aria-label="Menu" onClick={portal.openDrawer}>
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
      )}
      {(phone || !portal) && (
        <Link to={paths.start} className={css.home} aria-label={texts.homeOf(name)}>
          <Logo />
        </Link>
      )}
      {portal && !narrow && <SearchBox open={portal.openPalette} />}
      <span className={css.gap} />
      {portal && narrow && (
        <ActionIcon
          variant="subtle"
          size={phone ? 44 : 32}
          aria-label="Find or do anything"
          title="Find or do anything"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={portal.openPalette}
        >
          <IconSearch size={phone ? 20 : 16} stroke={1.75} />
        </ActionIcon>
      )}
      {portal && phone && <BellPlace />}
      {portal && lacksMarketing && (
        <Suspense>
          <MarketingHint />
        </Suspense>
      )}
      {portal && telephones && (
        <Suspense>
          <TelephonyWidget />
        </Suspense>
      )}
      {!narrow && <OutsideLinks />}
      {portal && !phone && <HelpMenu />}
      <ProfileMenu compact={narrow} />
    </header>
  )
}

function SearchBox({ open }: { open: () => void }) {
  return (
    <button type="button" className={css.search} onClick={open} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={14} stroke={1.75} aria-hidden />
      <span>Find or do anything</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </button>
  )
}

function OutsideLinks() {
  return (
    <>
      {useOutsideLinks().map((link) =>
        'route' in link ? (
          <Link key={link.label} className={css.link} to={link.route}>
            {link.label}
          </Link>
        ) : (
          <a
            key={link.label}
            className={css.link}
            href={link.href}
            target={link.newTab ? '_blank' : undefined}
            rel="noopener"
          >
            {link.label}
            {link.newTab && <IconArrowUpRight size={14} stroke={1.75} aria-hidden />}
          </a>
        ),
      )}
      <span className={css.rule} />
    </>
  )
}
