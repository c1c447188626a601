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
import { PasswordBox } from './password-box.tsx'
import { lastTypedName, rememberedName, rememberName, setLastTypedName } from './remembered-name.ts'
import { useLoginResponse } from './use-login-response.tsx'
import { problemsOf, useSignInForm } from './use-sign-in-form.ts'

/** The login screen (AUTH-01 to AUTH-04). */
export function LoginPage() {
  const { tagline } = useBrand()
  const { take, question } = useLoginResponse()
  const [whyEnded] = useState(sessionEndSentence)
  return (
    <AccessFrame title="Login" lead={tagline}>
      {question ?? (
        <>
          {whyEnded ? (
            <p role="alert" className={css.ended}>
              {whyEnded}
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
  const [remembered] = useState(rememberedName)
  const [name] = useState(() => lastTypedName() || remembered)
  const form = useSignInForm(async (fields) => {
    try {
      const { access, Login } = await loadContract()
      const entered = Login.safeParse({
        user: fields.get('user'),
        pass: fields.get('pass'),
        rememberUsername: fields.has('rememberUsername'),
      })
      if (!entered.success) return problemsOf(entered.error)
      const answer = await call(access.login, entered.data)
      rememberName(entered.data.rememberUsername ? entered.data.user : '')
      // After a new password the user name is asked again; a completed login clears it.
      setLastTypedName(entered.data.user)
      take(answer)
    } catch (error) {
      toasts.failure('Login error!', error)
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} onInput={loadContract} noValidate className={css.fields}>
      <TextInput
        label="User"
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
          label="Password"
          name="pass"
          autoComplete="current-password"
          autoFocus={name !== ''}
          error={form.problems.pass}
        />
        <Link to={paths.forgot} className={css.forgot}>
          Forgot password?
        </Link>
      </div>
      {/* A native checkbox: Mantine's would add 3 kB to sign-in. */}
      <label className={css.remember}>
        <input type="checkbox" name="rememberUsername" defaultChecked={remembered !== ''} />
        Remember my user name
      </label>
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
        Login
      </Button>
      <p className={css.terms}>
        By logging in you accept the <Link to={paths.terms}>terms of use</Link>. This portal holds personal health
        information; your activity is recorded.
      </p>
      <p className={css.elsewhere}>
        <span>
          New here? <Link to={paths.register}>Create an account</Link>
        </span>
      </p>
    </form>
  )
}
