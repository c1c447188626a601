import type { LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { useBrand } from '../platform/page/brand.ts'
import { sessionEndSentence } from '../platform/session/session.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './access-frame.module.css'
import { AccessFrame } from './access-frame.tsx'
import { useAccessTexts } from './access-texts.ts'
import { PasswordBox } from './passwords/password-box.tsx'
import { lastTypedName, rememberedName, rememberName, setLastTypedName } from './remembered-name.ts'
import { useLoginResponse } from './use-login-response.tsx'
import { problemsInWords, problemsOf, useSignInForm } from './use-sign-in-form.ts'

/** The login screen (AUTH-01 to AUTH-04). */
export function LoginPage() {
  const { tagline } = useBrand()
  const texts = useAccessTexts()
  const { take, question } = useLoginResponse()
  const [whyEnded] = useState(sessionEndSentence)
  return (
    <AccessFrame title={texts.login} lead={texts.tagline(tagline)}>
      {question ?? (
        <>
          {whyEnded ? (
            <p role="alert" className={css.ended}>
              {texts.ended(whyEnded)}
            </p>
          ) : null}
          <LoginForm take={take} />
        </>
      )}
    </AccessFrame>
  )
}

/** Preloads the contract, which the form needs only after typing, once the first paint is done. */
const loadContract = () => import('@coverdesk/domain/access/access-contract.ts')

function LoginForm({ take }: { take: (answer: LoginAnswer) => void }) {
  const texts = useAccessTexts()
  const [remembered] = useState(rememberedName)
  const [name] = useState(() => lastTypedName() || remembered)
  const form = useSignInForm(async (fields) => {
    const dismissEarlier = toasts.earlierErrors()
    try {
      const { access, Login } = await loadContract()
      const entered = Login.safeParse({
        user: fields.get('user'),
        pass: fields.get('pass'),
        rememberUsername: fields.has('rememberUsername'),
      })
      if (!entered.success) return problemsInWords(problemsOf(entered.error), texts)
      // 'Forgot password?' and a new password ask for the user name again; a completed login clears it.
      setLastTypedName(entered.data.user)
      const answer = await call(access.login, entered.data)
      rememberName(entered.data.rememberUsername ? entered.data.user : '')
      dismissEarlier()
      take(answer)
    } catch (error) {
      toasts.failure(texts.failed, error)
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} onInput={loadContract} noValidate className={css.fields}>
      <TextInput
        label={texts.user}
        name="user"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={name === ''}
        defaultValue={name}
        error={form.problems.user}
      />
      <div className={css.password}>
        <PasswordBox
          label={texts.password}
          toggle={texts.showPassword}
          name="pass"
          autoComplete="current-password"
          autoFocus={name !== ''}
          error={form.problems.pass}
        />
        <Link to={paths.forgot} className={css.forgot}>
          {texts.forgot}
        </Link>
      </div>
      {/* A native checkbox: Mantine's would add 3 kB to sign-in. */}
      <label className={css.remember}>
        <input type="checkbox" name="rememberUsername" defaultChecked={remembered !== ''} />
        {texts.remember}
      </label>
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
        {texts.login}
      </Button>
      <p className={css.terms}>
        {texts.accept} <Link to={paths.terms}>{texts.terms}</Link>. {texts.recorded}
      </p>
      <p className={css.elsewhere}>
        <span>
          {texts.newHere} <Link to={paths.register}>{texts.createAccount}</Link>
        </span>
      </p>
    </form>
  )
}
