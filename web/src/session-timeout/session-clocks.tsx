import { useEffect, useState } from 'react'
import { refreshCurrentUser } from '../access/current-user.ts'
import { logout } from '../access/logout.ts'
import { useConfiguration } from '../agency/configuration.ts'
import { sharedLanguage } from '../platform/page/reader-language.ts'
import { useToken } from '../platform/session/session.ts'
import { recordActivity, watchSession } from '../platform/session/session-watch.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { useSocket } from '../realtime/use-socket.ts'
import { sessionTexts } from './session-texts.ts'
import { SessionWarning } from './session-warning.tsx'

/**
 * Runs the timers of expiry and inactivity while a user is signed in, and warns before either ends the session; the
 * limits are the installation's (AUTH-20, AUTH-21). Reacts at once when the session is ended elsewhere (P-21). Part of
 * every frame.
 */
export function SessionClocks() {
  const token = useToken()
  useSocket(token)
  const data = useConfiguration()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const inactivitySeconds = data?.inactivitySeconds
  useEffect(() => {
    if (token === null || inactivitySeconds === undefined) return
    const stop = watchSession({
      inactivitySeconds,
      onInactive: () => void logout('inactive'),
      onActive: refreshCurrentUser,
      onIdle: setSecondsLeft,
      onExpiring: (end) => toasts.warning(sessionTexts[sharedLanguage()].ends(end)),
    })
    return () => {
      stop()
      setSecondsLeft(null)
    }
  }, [token, inactivitySeconds])
  const stay = () => {
    recordActivity()
    setSecondsLeft(null)
    refreshCurrentUser()
  }
  return token === null ? null : (
    <SessionWarning secondsLeft={secondsLeft} onStay={stay} onLogOut={() => void logout()} />
  )
}
