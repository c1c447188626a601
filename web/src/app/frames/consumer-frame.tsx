import { Link, Outlet } from '@tanstack/react-router'
import { useCurrentUser } from '../../access/current-user.ts'
import { useConsumerTexts } from '../../consumer/consumer-texts.ts'
import { TopBar } from '../../navigation/top-bar/top-bar.tsx'
import { applicationPaths, paths } from '../../platform/address/paths.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { SessionClocks } from '../../session-timeout/session-clocks.tsx'
import { LanguageButton } from '../../ui/language/language-button.tsx'
import css from './consumer-frame.module.css'
import publicCss from './public-frame.module.css'
import { PublicFooter } from './public-frame.tsx'

/** Frame of the consumer app: navigation, See Plans, Logout, and the consumer's screens. */
export function ConsumerFrame() {
  return (
    <div className={publicCss.frame}>
      <SessionClocks />
      <TopBar />
      <Navigation />
      <main id="main" className={publicCss.main} tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}

/** Home and, for users with an application, its actions. */
function Navigation() {
  const texts = useConsumerTexts()
  const id = useCurrentUser()?.applicationId
  const own = id ? applicationPaths('consumer', id) : null
  const places = [
    { label: texts.home, to: paths.consumer, exact: true },
    ...(own
      ? [
          { label: texts.application, to: own.details, exact: true },
          { label: texts.plans, to: own.plans, exact: false },
          { label: texts.enrollment, to: own.enrollment, exact: false },
        ]
      : []),
  ]
  return (
    <nav className={css.places} aria-label={texts.navigation} lang={useLanguage()}>
      {places.map(({ label, to, exact }) => (
        <Link key={label} to={to} activeOptions={{ exact }} className={css.place}>
          {label}
        </Link>
      ))}
      <LanguageButton />
    </nav>
  )
}
