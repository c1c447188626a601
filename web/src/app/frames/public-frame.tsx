import { Outlet } from '@tanstack/react-router'
import { ContactLinks } from '../../brand/contact-links.tsx'
import { TopBar } from '../../navigation/top-bar/top-bar.tsx'
import { useBrand } from '../../platform/page/brand.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'
import { SessionClocks } from '../../session-timeout/session-clocks.tsx'
import css from './public-frame.module.css'

/** Frame of pages without a session, with the same top bar and a Login link. */
export function PublicFrame() {
  return (
    <div className={css.frame}>
      <SessionClocks />
      <TopBar />
      <main id="main" className={css.main} tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}

/** The brand's footer text, which is in English, and contact links (SHELL-43, SHELL-44). */
export function PublicFooter() {
  const { footer, name } = useBrand()
  const language = useSharedLanguage()
  return (
    <footer className={css.footer}>
      <span>{language === 'en' ? footer : name}</span>
      <ContactLinks terms />
    </footer>
  )
}
