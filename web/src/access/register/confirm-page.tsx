import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
import { call } from '../../platform/api/call.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import css from '../access-frame.module.css'
import { AccessFrame } from '../access-frame.tsx'
import { PasswordBox } from '../passwords/password-box.tsx'
import { textIn } from '../passwords/password-problems.ts'
import { setLastTypedName } from '../remembered-name.ts'
import { problemsInWords, problemsOf, useSignInForm } from '../use-sign-in-form.ts'
import { useRegisterTexts } from './register-texts.ts'

/**
 * Confirms the email address of a registration: the link proves access to the mailbox, the password proves who
 * registered.
 */
export function ConfirmPage() {
  const { code = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const texts = useRegisterTexts()
  const form = useSignInForm(async (fields) => {
    const entered = passwords.confirm.input.safeParse({ code, pass: textIn(fields, 'pass') })
    if (!entered.success) return problemsInWords(problemsOf(entered.error), texts)
    try {
      const { user } = await call(passwords.confirm, entered.data)
      toasts.success(texts.ready)
      setLastTypedName(user)
      void navigate({ to: paths.login, replace: true })
    } catch (error) {
      toasts.failure(texts.couldNotConfirm, error)
      if (error instanceof Failure && error.code === 'registration.password_wrong')
        return { pass: failureMessage(error) }
    }
  })
  return (
    <AccessFrame title={texts.confirmEmail} lead={texts.confirmLead}>
      <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
        <PasswordBox
          label={texts.password}
          toggle={texts.showPassword}
          name="pass"
          autoComplete="current-password"
          autoFocus
          error={form.problems.pass}
        />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
          {texts.confirm}
        </Button>
        <p className={css.elsewhere}>
          <Link to={paths.login}>{texts.backToLogin}</Link>
          <Link to={paths.register}>{texts.createAgain}</Link>
        </p>
      </form>
    </AccessFrame>
  )
}
