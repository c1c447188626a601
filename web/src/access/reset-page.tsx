import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { currentToken } from '../platform/session/session.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './access-frame.module.css'
import { AccessFrame } from './access-frame.tsx'
import { useAccessTexts } from './access-texts.ts'
import { refreshCurrentUser } from './current-user.ts'
import { NewPasswordFields, usePasswordPolicy } from './passwords/new-password-fields.tsx'
import { passwordProblems, refusedFields, textIn } from './passwords/password-problems.ts'
import { lastTypedName, setLastTypedName } from './remembered-name.ts'
import { problemsInWords, useSignInForm } from './use-sign-in-form.ts'

/**
 * Sets a password with the code in the URL, from an email or from a login with a temporary password (AUTH-30). Also for
 * signed-in users: a session of the same user has then ended, and the portal reports it.
 */
export function ResetPage() {
  const { code = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const policy = usePasswordPolicy()
  const texts = useAccessTexts()
  const name = lastTypedName()
  const form = useSignInForm(async (fields) => {
    const problems = passwordProblems(fields, policy)
    if (Object.keys(problems).length > 0) return problemsInWords(problems, texts)
    const user = textIn(fields, 'user')
    const typed = { user, pass: textIn(fields, 'pass'), pass_confirm: textIn(fields, 'pass_confirm') }
    try {
      await call(passwords.reset, { ...typed, code })
    } catch (error) {
      toasts.failure(texts.couldNotReset, error)
      return refusedFields(error)
    }
    toasts.success(texts.resetDone)
    setLastTypedName(user)
    if (currentToken() !== null) refreshCurrentUser()
    void navigate({ to: paths.login, replace: true })
  })
  return (
    <AccessFrame title={texts.resetTitle} lead={texts.resetLead}>
      <form ref={form.ref} onSubmit={form.submit} noValidate className={css.fields}>
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
        <NewPasswordFields policy={policy} problems={form.problems} autoFocus={name !== ''} />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
          {texts.reset}
        </Button>
        <p className={css.elsewhere}>
          <Link to={paths.login}>{texts.backToLogin}</Link>
          <Link to={paths.forgot}>{texts.newLink}</Link>
        </p>
      </form>
    </AccessFrame>
  )
}
