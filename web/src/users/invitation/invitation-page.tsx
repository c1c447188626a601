import { access, type LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { type Invitation, invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import accessCss from '../../access/access-frame.module.css'
import { AccessFrame } from '../../access/access-frame.tsx'
import { useAccessTexts } from '../../access/access-texts.ts'
import { NewPasswordFields, usePasswordPolicy } from '../../access/passwords/new-password-fields.tsx'
import { newPasswordProblems, refusedFields, textIn } from '../../access/passwords/password-problems.ts'
import { useLoginResponse } from '../../access/use-login-response.tsx'
import { problemsInWords, useSignInForm } from '../../access/use-sign-in-form.ts'
import { paths } from '../../platform/address/paths.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { startSession } from '../../platform/session/session.ts'
import { recordActivity } from '../../platform/session/session-watch.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { useInvitationTexts } from './invitation-texts.ts'

const OfferedApp = lazy(() => import('./offered-app.tsx').then((module) => ({ default: module.OfferedApp })))

/** Link of an invitation: the invited person chooses a password, then may add a second factor. */
export function InvitationPage() {
  const { code = '' } = useParams({ strict: false })
  const [password, setPassword] = useState<string>()
  const texts = useInvitationTexts()
  const accessTexts = useAccessTexts()
  const invitation = useQuery({
    queryKey: keyOf(invitations.read, { code }),
    queryFn: () => call(invitations.read, { code }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (password !== undefined)
    return (
      <Suspense>
        <OfferedApp password={password} />
      </Suspense>
    )
  if (invitation.data) return <PasswordForm code={code} invitation={invitation.data} onSignedIn={setPassword} />
  return (
    <AccessFrame
      title={texts.title}
      lead={invitation.error ? texts.refused(failureMessage(invitation.error)) : texts.checking}
    >
      {invitation.error ? (
        <p className={accessCss.elsewhere}>
          <Link to={paths.login}>{accessTexts.backToLogin}</Link>
        </p>
      ) : (
        <SkeletonBar width="70%" height={36} />
      )}
    </AccessFrame>
  )
}

interface FormProps {
  code: string
  invitation: Invitation
  /** The password is set and the user is signed in. */
  onSignedIn(password: string): void
}

function PasswordForm({ code, invitation: { userName, name }, onSignedIn }: FormProps) {
  const navigate = useNavigate()
  const policy = usePasswordPolicy()
  const login = useLoginResponse()
  const texts = useInvitationTexts()
  const accessTexts = useAccessTexts()
  const takeAnswer = async (answer: LoginAnswer, pass: string) => {
    if (!('token' in answer) || 'active_session' in answer) return login.take(answer)
    recordActivity()
    startSession(answer.token)
    const { enrolling } = await call(access.currentUser, {})
    // The portal sets up the app that the role requires.
    if (enrolling) void navigate({ to: paths.portal, replace: true })
    else onSignedIn(pass)
  }
  const form = useSignInForm(async (fields) => {
    const problems = newPasswordProblems(fields, policy)
    if (Object.keys(problems).length > 0) return problemsInWords(problems, accessTexts)
    const pass = textIn(fields, 'pass')
    try {
      await takeAnswer(
        await call(invitations.accept, { code, pass, pass_confirm: textIn(fields, 'pass_confirm') }),
        pass,
      )
    } catch (error) {
      toasts.failure(texts.couldNotSet, error)
      return refusedFields(error)
    }
  })
  return (
    <AccessFrame title={texts.title} lead={texts.lead(name)}>
      <form ref={form.ref} onSubmit={form.submit} noValidate className={accessCss.fields}>
        <TextInput label={accessTexts.user} name="user" size="md" autoComplete="username" readOnly value={userName} />
        <NewPasswordFields policy={policy} problems={form.problems} autoFocus />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={form.sending}>
          {texts.setPassword}
        </Button>
      </form>
    </AccessFrame>
  )
}
