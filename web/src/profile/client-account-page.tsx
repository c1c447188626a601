import { useLanguage } from '../platform/page/reader-language.ts'
import { useAccountTexts } from './account-texts.ts'
import { PasswordSection } from './password-section.tsx'
import css from './profile.module.css'
import { SessionsSection } from './sessions-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** /consumer/account: how a client signs in, in the consumer app. */
export function ClientAccountPage() {
  return (
    <div className={css.client} lang={useLanguage()}>
      <h1>{useAccountTexts().title}</h1>
      <SignInSection />
      <PasswordSection />
      <SessionsSection />
    </div>
  )
}
