import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './access-frame.module.css'
import { AccessFrame } from './access-frame.tsx'
import { lastTypedName, rememberedName, setLastTypedName } from './remembered-name.ts'
import { problemsOf, useSignInForm } from './use-sign-in-form.ts'

/** Requests a link to set a new password (AUTH-22); the response is the same for an unknown user. */
export function ForgotPage() {
  const [sent, setSent] = useState(false)
  return (
    <AccessFrame
      title="Forgot Password"
      lead={sent ? 'Check your email.' : 'We will email you a link to set a new password.'}
    >
      {sent ? <SentNotice again={() => setSent(false)} /> : <ForgotForm onSent={() => setSent(true)} />}
    </AccessFrame>
  )
}

function ForgotForm({ onSent }: { onSent: () => void }) {
  const form = useSignInForm(async (fields) => {
    const entered = passwords.forgot.input.safeParse({ user: fields.get('user') })
    if (!entered.success) return problemsOf(entered.error)
    try {
      await call(passwords.forgot, entered.data)
      toasts.success('Reset Email Sent!')
      setLastTypedName(entered.data.user)
      onSent()
    } catch (error) {
      toasts.failure('', error)
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
      <TextInput
        label="User"
        name="user"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        defaultValue={lastTypedName() || rememberedName()}
        error={form.problems.user}
      />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
        Send link
      </Button>
      <p className={css.elsewhere}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </form>
  )
}

function SentNotice({ again }: { again: () => void }) {
  return (
    <div className={css.fields}>
      <p className={css.question}>
        If this user exists, a link is on its way. It works once, within 30 minutes. Not there? Check your spam folder,
        or ask your security administrator.
      </p>
      <Button size="lg" fullWidth onClick={again}>
        Send it again
      </Button>
      <p className={css.elsewhere}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </div>
  )
}
