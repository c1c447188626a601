import { IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ContactLinks } from '../brand/contact-links.tsx'
import { Logo } from '../brand/logo.tsx'
import { paths } from '../platform/address/paths.ts'
import classes from './access-frame.module.css'
import { MonthTiles } from './month-tiles.tsx'

/** What every page of the login area stands in: logo, one column with heading and lead, the agency's links, the tiles. */
export function AccessFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <header className={classes.head}>
          <Logo size={26} />
        </header>
        <main id="main" className={classes.middle}>
          <div className={classes.form}>
            <h1 className={classes.title}>{title}</h1>
            <p className={classes.lead}>{lead}</p>
            {children}
          </div>
        </main>
        <footer className={classes.foot}>
          <ContactLinks icons />
          <a className={classes.plans} href={paths.seePlans}>
            See Plans
            <IconArrowUpRight size={14} stroke={1.75} aria-hidden />
          </a>
        </footer>
      </div>
      <MonthTiles />
    </div>
  )
}
