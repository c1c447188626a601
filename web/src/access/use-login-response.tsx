import type { LoginAnswer, PreviousSession } from '@coverdesk/domain/access/access-contract.ts'
import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { callAs } from '../platform/api/call.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { takeReturnPage } from '../platform/session/return-page.ts'
import { startSession, userIdOf } from '../platform/session/session.ts'
import { recordActivity } from '../platform/session/session-watch.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './access-frame.module.css'
import { useAccessTexts } from './access-texts.ts'
import { setLastTypedName } from './remembered-name.ts'

interface PendingLogin {
  token: string
  previous: PreviousSession
}

/**
 * Continues after a login response: a live token opens the portal, on the page where the user's last session
 * ended; a pending one asks whether to close the
 * previous session; a code leads to the second factor or to a new password (AUTH-10 to AUTH-13). Show `question`
 * instead of the form while there is one.
 */
export function useLoginResponse(): { take: (answer: LoginAnswer) => void; question: ReactNode } {
  const navigate = useNavigate()
  const texts = useAccessTexts()
  const [pending, setPending] = useState<PendingLogin | null>(null)

  function complete(token: string) {
    recordActivity()
    setLastTypedName('')
    startSession(token)
    toasts.success(texts.loggedIn)
    void navigate({ href: takeReturnPage(userIdOf(token)) ?? paths.portal, replace: true })
  }
  function take(answer: LoginAnswer) {
    if ('active_session' in answer) return setPending(answer)
    if ('token' in answer) return complete(answer.token)
    if ('twoFactorRequired' in answer) {
      toasts.warning(texts.secondNeeded)
      return void navigate({ to: paths.secondFactor, search: { code: answer.code, methods: answer.methods.join('_') } })
    }
    toasts.warning(texts.resetNeeded)
    void navigate({ to: paths.reset(answer.code) })
  }
  const question =
    pending === null ? null : (
      <OpenSessionQuestion {...pending} onYes={() => complete(pending.token)} onEnd={() => setPending(null)} />
    )
  return { take, question }
}

/** Part of the login contract, which is loaded before any response arrives. */
const loadContract = () => import('@coverdesk/domain/access/access-contract.ts')

interface QuestionProps extends PendingLogin {
  onYes: () => void
  /** The offered session was declined or failed: back to the form. */
  onEnd: () => void
}

/**
 * Yes activates the offered session with its first call, which ends the older one; No ends the offered one on the
 * server and stores nothing (AUTH-13, AUTH-14, A-029).
 */
function OpenSessionQuestion({ token, previous, onYes, onEnd }: QuestionProps) {
  const [sending, setSending] = useState(false)
  const texts = useAccessTexts()
  const language = useSharedLanguage()
  const yes = async () => {
    setSending(true)
    try {
      const { access } = await loadContract()
      await callAs(token, access.currentUser, {})
      onYes()
    } catch (error) {
      toasts.failure(texts.failed, error)
      onEnd()
    }
  }
  const no = () => {
    onEnd()
    // If that call fails, the token is gone here anyway, and the server ends an unanswered offer after minutes.
    void loadContract()
      .then(({ access }) => callAs(token, access.logout, {}))
      .catch(() => undefined)
  }
  return (
    <div className={css.fields} role="alertdialog" aria-labelledby="open-session" aria-describedby="previous-session">
      <p id="open-session" className={css.question}>
        {texts.alreadyOpen}
      </p>
      <p id="previous-session" className={css.question}>
        {texts.previous(
          previous.device,
          agencyMoment(new Date(previous.since), language),
          agencyMoment(new Date(previous.lastActive), language),
        )}
      </p>
      <Button variant="filled" size="lg" fullWidth autoFocus loading={sending} onClick={yes}>
        {texts.yes}
      </Button>
      <Button size="lg" fullWidth disabled={sending} onClick={no}>
        {texts.no}
      </Button>
    </div>
  )
}
