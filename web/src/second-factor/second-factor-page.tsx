import type { LoginAnswer } from '@coverdesk/domain/access/access-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import frameCss from '../access/access-frame.module.css'
import { AccessFrame } from '../access/access-frame.tsx'
import { useLoginResponse } from '../access/use-login-response.tsx'
import { correct, problemsInWords, problemsOf, useSignInForm } from '../access/use-sign-in-form.ts'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { MethodChoice } from './method-choice.tsx'
import css from './second-factor.module.css'
import { useSecondFactorTexts } from './second-factor-texts.ts'
import { useCountdown } from './use-countdown.ts'

/** Second step of a login: choose a method, request a code, verify it (AUTH-24 to AUTH-29). */
export function SecondFactorPage() {
  const { code = '', methods = '' }: { code?: string; methods?: string } = useSearch({ strict: false })
  const { take, question } = useLoginResponse()
  const texts = useSecondFactorTexts()
  return (
    <AccessFrame title={texts.title} lead={texts.lead}>
      {question ?? <CodeForm login={code} methods={methods.split('_').filter(Boolean)} take={take} />}
    </AccessFrame>
  )
}

interface CodeFormProps {
  login: string
  methods: string[]
  take: (answer: LoginAnswer) => void
}

function CodeForm({ login, methods, take }: CodeFormProps) {
  const [method, setMethod] = useState(methods[0] ?? '')
  const [sent, setSent] = useState(false)
  const recipients = useRecipients(login)
  const texts = useSecondFactorTexts()
  const failed = useFailure()
  const form = useSignInForm(async (fields) => {
    const entered = secondFactor.verifyCode.input.safeParse({ code: login, loginCode: fields.get('loginCode') })
    if (!entered.success) return problemsInWords(problemsOf(entered.error), texts)
    try {
      const answer = await call(secondFactor.verifyCode, entered.data)
      toasts.success(texts.verified)
      take(answer)
    } catch (error) {
      failed(error)
      correct(form.ref.current?.querySelector<HTMLInputElement>('input[name=loginCode]'))
    }
  })
  const byApp = method === 'authenticator'
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className={frameCss.fields}>
      <MethodChoice methods={methods} recipients={recipients} chosen={method} onChoose={setMethod} />
      {byApp || method === '' ? null : (
        <SendCode
          login={login}
          method={method}
          recipients={recipients}
          atOnce={methods.length === 1}
          onSent={() => setSent(true)}
          failed={failed}
        />
      )}
      <TextInput
        label={texts.code}
        name="loginCode"
        size="md"
        description={byApp ? texts.fromApp : texts.fromMessage}
        descriptionProps={{ mb: 4 }}
        inputMode={byApp ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={60}
        autoFocus={byApp}
        error={form.problems.loginCode}
      />
      <Button type="submit" variant={byApp || sent ? 'filled' : 'default'} size="lg" fullWidth loading={form.sending}>
        {texts.verify}
      </Button>
      <p className={frameCss.elsewhere}>
        <Link to={paths.login}>{texts.backToLogin}</Link>
      </p>
    </form>
  )
}

/** Masked addresses by method. A failure is not shown: the choices then come without addresses. */
function useRecipients(login: string): Partial<Record<string, string>> {
  const [recipients, setRecipients] = useState({})
  useEffect(() => {
    const abort = new AbortController()
    call(secondFactor.recipients, { code: login }, abort.signal)
      .then((answer) =>
        setRecipients(Object.fromEntries(answer.recipients.map(({ method, recipient }) => [method, recipient]))),
      )
      .catch(() => undefined)
    return () => abort.abort()
  }, [login])
  return recipients
}

/** The server enforces the wait; the button counts down (AUTH-26). */
const waitSeconds = 30

interface SendCodeProps {
  login: string
  method: string
  recipients: Partial<Record<string, string>>
  /** There is no other method to choose: the code is sent when the page opens. */
  atOnce: boolean
  onSent: () => void
  failed: (error: unknown) => void
}

function SendCode({ login, method, recipients, atOnce, onSent, failed }: SendCodeProps) {
  const [sending, setSending] = useState(false)
  const [sentBy, setSentBy] = useState<string | null>(null)
  const wait = useCountdown()
  const texts = useSecondFactorTexts()
  const opened = useRef(false)
  useEffect(() => {
    if (atOnce && !opened.current) void send({ onOpen: true })
    opened.current = true
  })

  function noteSent() {
    setSentBy(method)
    onSent()
    wait.begin(waitSeconds)
    document.querySelector<HTMLInputElement>('input[name=loginCode]')?.focus()
  }
  async function send({ onOpen }: { onOpen: boolean }) {
    setSending(true)
    try {
      await call(secondFactor.sendCode, { code: login, method })
      toasts.success(texts.codeSent)
      noteSent()
    } catch (error) {
      // A reload: the code that the page sent before is on its way.
      if (onOpen && error instanceof Failure && error.code === 'second_factor.wait') return noteSent()
      // The message was sent anyway, and the server enforces the wait.
      if (error instanceof Failure && error.code === 'message.delayed') wait.begin(waitSeconds)
      failed(error)
    } finally {
      setSending(false)
    }
  }
  const sentTo = recipients[sentBy ?? '']
  const again = sentBy === null ? texts.send : texts.sendNew
  return (
    <div className={css.send}>
      <Button
        variant={sentBy === null ? 'filled' : 'default'}
        size="lg"
        fullWidth
        loading={sending}
        disabled={wait.left > 0}
        onClick={() => send({ onOpen: false })}
      >
        {wait.left > 0 ? texts.sendNewIn(wait.left) : again}
      </Button>
      <p className={css.quiet} role="status">
        {sentBy === null ? null : texts.sentTo(sentTo ?? '')}
      </p>
    </div>
  )
}

/** A 400 stays here with its message; any other failure restarts the login (AUTH-28, AUTH-29). */
function useFailure(): (error: unknown) => void {
  const navigate = useNavigate()
  const texts = useSecondFactorTexts()
  return (error) => {
    const stays = error instanceof Failure && (error.status === 400 || error.code === 'second_factor.wait')
    if (stays) return void toasts.error(failureMessage(error))
    toasts.error(texts.failed)
    void navigate({ to: paths.login, replace: true })
  }
}
