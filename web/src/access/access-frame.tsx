import { IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ContactLinks } from '../brand/contact-links.tsx'
import { useContactTexts } from '../brand/contact-texts.ts'
import { Logo } from '../brand/logo.tsx'
import { paths } from '../platform/address/paths.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { LanguageButton } from '../ui/language/language-button.tsx'
import css from './access-frame.module.css'
import { MonthTiles } from './month-tiles.tsx'

/** Frame of the login area: logo, one column with heading and lead, contact links, and the tiles. */
export function AccessFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const texts = useContactTexts()
  return (
    <div className={css.screen} lang={useSharedLanguage()}>
      <div className={css.column}>
        <header className={css.head}>
          <Logo size={26} />
          <LanguageButton />
        </header>
        <main id="main" className={css.middle}>
          <div className={css.form}>
            <h1 className={css.title}>{title}</h1>
            <p className={css.lead}>{lead}</p>
            {children}
          </div>
        </main>
        <footer className={css.foot}>
          <ContactLinks icons />
          <a className={css.plans} href={paths.seePlans}>
            {texts.seePlans}
            <IconArrowUpRight size={14} stroke={1.75} aria-hidden />
          </a>
        </footer>
      </div>
      <MonthTiles />
    </div>
  )
}
