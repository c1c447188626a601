import { Outlet } from '@tanstack/react-router'
import classes from './public-frame.module.css'
import { PublicFooter } from './public-frame.tsx'
import { SessionClocks } from './session-clocks.tsx'
import { TopBar } from './top-bar.tsx'

/** The consumer app's own frame: See Plans, Logout, and the consumer's screens. */
export function ConsumerFrame() {
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
