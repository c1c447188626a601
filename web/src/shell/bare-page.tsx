import type { ReactNode } from 'react'
import { Logo } from '../brand/logo.tsx'
import classes from './bare-page.module.css'
import { Notice } from './notice.tsx'

/** One notice on a page of its own, without navigation. */
export function BarePage(props: { title: string; text?: string; children: ReactNode }) {
  return (
    <>
      <header className={classes.head}>
        <Logo />
      </header>
      <main id="main">
        <Notice {...props} />
      </main>
    </>
  )
}
