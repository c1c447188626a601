import type { LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrand } from '../platform/brand.ts'
import { call } from '../platform/call.ts'
import { paths } from '../platform/paths.ts'
import { toasts } from '../platform/toasts.tsx'
import classes from './access-frame.module.css'
import { AccessFrame } from './access-frame.tsx'
import { useLoginAnswer } from './complete-login.tsx'
import { PasswordBox } from './password-box.tsx'
import { rememberedName, rememberName } from './remembered-name.ts'
import { problemsOf, useAccessForm } from './use-access-form.ts'

/** The login screen (AUTH-01 to AUTH-04). */
export function LoginPage() {
  const { tagline } = useBrand()
  const { take, question } = useLoginAnswer()
  return (
    <AccessFrame title="Login" lead={tagline}>
      {question ?? <LoginForm take={take} />}
    </AccessFrame>
  )
}

/** Comes after the first paint: the form needs the contract only once something is typed. */
const loadContract = () => import('@coverdesk/domain/access/access-contract.ts')

function LoginForm({ take }: { take: (answer: LoginAnswer) => void }) {
  const [name] = useState(rememberedName)
  const form = useAccessForm(async (fields) => {
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
      take(answer)
    } catch (error) {
      toasts.failure('Login error!', error)
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} onInput={loadContract} noValidate className={classes.fields}>
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
      <div className={classes.password}>
        <PasswordBox
          label="Password"
          name="pass"
          autoComplete="current-password"
          autoFocus={name !== ''}
          error={form.problems.pass}
        />
        <Link to={paths.forgot} className={classes.forgot}>
          Forgot password?
        </Link>
      </div>
      <Checkbox
        className={classes.remember}
        label="Remember my user name"
        name="rememberUsername"
        defaultChecked={name !== ''}
      />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
        Login
      </Button>
      <p className={classes.terms}>
        By logging in you accept the terms of use. This portal holds personal health information; what you open is
        recorded.
      </p>
    </form>
  )
}
