import { passwords, registrationHours } from '@coverdesk/domain/access/password-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { useVisitorDraft } from '../platform/session/visitor-household.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './access-frame.module.css'
import { AccessFrame } from './access-frame.tsx'
import { NewPasswordFields, usePasswordPolicy } from './new-password-fields.tsx'
import { passwordProblems, refusedFields, textIn } from './password-problems.ts'
import { setLastTypedName } from './remembered-name.ts'
import { problemsOf, useSignInForm } from './use-sign-in-form.ts'

/**
 * Public sign-up (AUTH-38, A-035). The email address is the user name, and opening the emailed link activates the
 * account; the response is the same if the account exists.
 */
export function RegisterPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AccessFrame
      title={sentTo === null ? 'Create an account' : 'Check your email'}
      lead={sentTo === null ? 'See your plans and applications in one place.' : 'One more step: confirm your email.'}
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
  return (
    <div className={css.fields}>
      <p className={css.question} role="status">
        We sent a link to {email}. Open it within {registrationHours} hours and enter your password; then you can log
        in. Not there? Check your spam folder.
      </p>
      <Button size="lg" fullWidth onClick={again}>
        Use another address
      </Button>
      <p className={css.elsewhere}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </div>
  )
}

/** Says that the visitor's household, and the plan if one is chosen, go with the account. */
const takenAlong = {
  en: (plan?: string) => (plan ? `Your household and the plan ${plan} come along.` : 'Your household comes along.'),
  es: (plan?: string) =>
    plan ? `Los datos de su hogar y el plan ${plan} le acompañan.` : 'Los datos de su hogar le acompañan.',
}

function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const policy = usePasswordPolicy()
  const language = useLanguage()
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
    if (Object.keys(problems).length > 0) return problems
    try {
      await call(passwords.register, typed)
    } catch (error) {
      toasts.failure('Registration error!', error)
      return refusedFields(error)
    }
    toasts.success('Registered!')
    setLastTypedName(email)
    onSent(email)
  })
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
      {draft ? <p className={css.question}>{takenAlong[language](draft.plan?.name)}</p> : null}
      <div className={css.pair}>
        <TextInput
          label="First name"
          name="firstName"
          size="md"
          autoComplete="given-name"
          autoFocus
          error={form.problems.firstName}
        />
        <TextInput
          label="Last name"
          name="lastName"
          size="md"
          autoComplete="family-name"
          error={form.problems.lastName}
        />
      </div>
      <TextInput
        label="Email"
        name="user"
        type="email"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.user}
      />
      <NewPasswordFields policy={policy} problems={form.problems} />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
        Create account
      </Button>
      <p className={css.terms}>
        By creating an account you accept the <Link to={paths.terms}>terms of use</Link>.
      </p>
      <p className={css.elsewhere}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </form>
  )
}
