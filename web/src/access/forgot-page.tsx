import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './access-frame.module.css'
import { AccessFrame } from './access-frame.tsx'
import { useAccessTexts } from './access-texts.ts'
import { lastTypedName, rememberedName, setLastTypedName } from './remembered-name.ts'
import { problemsInWords, problemsOf, useSignInForm } from './use-sign-in-form.ts'

/** Requests a link to set a new password (AUTH-22); the response is the same for an unknown user. */
export function ForgotPage() {
  const [sent, setSent] = useState(false)
  const texts = useAccessTexts()
  return (
    <AccessFrame title={texts.forgotTitle} lead={sent ? texts.checkEmail : texts.forgotLead}>
      {sent ? <SentNotice again={() => setSent(false)} /> : <ForgotForm onSent={() => setSent(true)} />}
    </AccessFrame>
  )
}

function ForgotForm({ onSent }: { onSent: () => void }) {
  const texts = useAccessTexts()
  const form = useSignInForm(async (fields) => {
    const entered = passwords.forgot.input.safeParse({ user: fields.get('user') })
    if (!entered.success) return problemsInWords(problemsOf(entered.error), texts)
    try {
      await call(passwords.forgot, entered.data)
      toasts.success(texts.resetSent)
      setLastTypedName(entered.data.user)
      onSent()
    } catch (error) {
      toasts.failure('', error)
    }
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
      <TextInput
        label={texts.user}
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
        {texts.sendLink}
      </Button>
      <p className={css.elsewhere}>
        <Link to={paths.login}>{texts.backToLogin}</Link>
      </p>
    </form>
  )
}

function SentNotice({ again }: { again: () => void }) {
  const texts = useAccessTexts()
  return (
    <div className={css.fields}>
      <p className={css.question}>{texts.onItsWay}</p>
      <Button size="lg" fullWidth onClick={again}>
        {texts.sendAgain}
      </Button>
      <p className={css.elsewhere}>
        <Link to={paths.login}>{texts.backToLogin}</Link>
      </p>
    </div>
  )
}
