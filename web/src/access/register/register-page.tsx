import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../platform/address/paths.ts'
import { call } from '../../platform/api/call.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { useVisitorDraft } from '../../platform/session/visitor-household.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import css from '../access-frame.module.css'
import { AccessFrame } from '../access-frame.tsx'
import { NewAccountFields } from '../passwords/new-account-fields.tsx'
import { usePasswordPolicy } from '../passwords/new-password-fields.tsx'
import { passwordProblems, refusedFields, textIn } from '../passwords/password-problems.ts'
import { setLastTypedName } from '../remembered-name.ts'
import { problemsInWords, problemsOf, useSignInForm } from '../use-sign-in-form.ts'
import { useRegisterTexts } from './register-texts.ts'

/**
 * Public sign-up (AUTH-38, A-035). The email address is the user name, and opening the emailed link activates the
 * account; the response is the same if the account exists.
 */
export function RegisterPage() {
  const texts = useRegisterTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AccessFrame
      title={sentTo === null ? texts.create : texts.checkEmail}
      lead={sentTo === null ? texts.lead : texts.oneMoreStep}
    >
      {sentTo === null ? (
        <RegisterForm onSent={setSentTo} />
      ) : (
        <SentNotice email={sentTo} again={() => setSentTo(null)} />
      )}
    </AccessFrame>
  )
}

function SentNotice({ email, again }: { email: string; again: () => void }) {
  const texts = useRegisterTexts()
  return (
    <div className={css.fields}>
      <p className={css.question} role="status">
        {texts.sent(email)}
      </p>
      <Button size="lg" fullWidth onClick={again}>
        {texts.otherAddress}
      </Button>
      <p className={css.elsewhere}>
        <Link to={paths.login}>{texts.backToLogin}</Link>
      </p>
    </div>
  )
}

function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const policy = usePasswordPolicy()
  const language = useLanguage()
  const texts = useRegisterTexts()
  const draft = useVisitorDraft()
  const form = useSignInForm(async (fields) => {
    const email = textIn(fields, 'user').trim()
    const typed = {
      user: email,
      email,
      pass: textIn(fields, 'pass'),
      pass_confirm: textIn(fields, 'pass_confirm'),
      firstName: textIn(fields, 'firstName'),
      lastName: textIn(fields, 'lastName'),
      language,
      ...(draft && { draft }),
    }
    const entered = passwords.register.input.safeParse(typed)
    const { email: emailProblem, ...wrong } = entered.error ? problemsOf(entered.error) : {}
    const problems = { ...wrong, ...passwordProblems(fields, policy), ...(emailProblem && { user: emailProblem }) }
    if (Object.keys(problems).length > 0) return problemsInWords(problems, texts)
    try {
      await call(passwords.register, typed)
    } catch (error) {
      toasts.failure(texts.failed, error)
      return refusedFields(error)
    }
    toasts.success(texts.registered)
    setLastTypedName(email)
    onSent(email)
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
      {draft ? <p className={css.question}>{texts.comesAlong(draft.plan?.name ?? '')}</p> : null}
      <NewAccountFields policy={policy} problems={form.problems} />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
        {texts.createAccount}
      </Button>
      <p className={css.terms}>
        {texts.accept} <Link to={paths.terms}>{texts.terms}</Link>.
      </p>
      <p className={css.elsewhere}>
        <Link to={paths.login}>{texts.backToLogin}</Link>
      </p>
    </form>
  )
}
