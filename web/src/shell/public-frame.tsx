import { Outlet } from '@tanstack/react-router'
import { ContactLinks } from '../brand/contact-links.tsx'
import { useBrand } from '../platform/brand.ts'
import classes from './public-frame.module.css'
import { SessionClocks } from './session-clocks.tsx'
import { TopBar } from './top-bar.tsx'

/** The pages that need no session, under the same bar, where visitors find Login. */
export function PublicFrame() {
  return (
    <div className={classes.frame}>
      <SessionClocks />
      <TopBar />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}

/** The brand's footer text and the ways to reach it (SHELL-43, SHELL-44). */
export function PublicFooter() {
  const { footer } = useBrand()
  return (
    <footer className={classes.footer}>
      <span>{footer}</span>
      <ContactLinks />
    </footer>
  )
}
