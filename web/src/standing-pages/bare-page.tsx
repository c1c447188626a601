import type { ReactNode } from 'react'
import { Logo } from '../brand/logo.tsx'
import { Notice } from '../ui/page/notice.tsx'
import css from './bare-page.module.css'

/** Page with a single notice and no navigation. */
export function BarePage(props: { title: string; text?: string; children: ReactNode }) {
  return (
    <>
      <header className={css.head}>
        <Logo />
      </header>
      <main id="main">
        <Notice {...props} />
      </main>
    </>
  )
}
