import '../ui/overlay-styles.ts'
import { Outlet } from '@tanstack/react-router'
import classes from './public-frame.module.css'
import { PublicFooter } from './public-frame.tsx'
import { useSessionClocks } from './session-clocks.ts'
import { TopBar } from './top-bar.tsx'

/** The consumer app's own frame: See Plans, Logout, and the consumer's screens. */
export function ConsumerFrame() {
  useSessionClocks()
  return (
    <div className={classes.frame}>
      <TopBar />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}
