import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { call } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { NoticeLine } from '../ui/notice-line.tsx'
import css from './telephony.module.css'
import { useTelephonyRole } from './telephony-user.ts'

/** What we tell the phone app, and what it may ask of us. */
const signInMessage = 'coverdesk.sign-in'
const wantsSignIn = 'coverdesk.sign-in?'

/**
 * The agency's phone app in a frame. It is signed in by a hand-off token of its own, good once and for a minute, which goes
 * to the configured origin and to no other: when it is loaded, and anew when it asks (TEL-04, P-20).
 */
export function PhoneFrame({ address }: { address: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const role = useTelephonyRole()
  const { origin } = new URL(address)
  const signIn = () => {
    setFailure(null)
    call(handoffs.telephony, {}).then(
      // A browser keeps the message from a frame that has gone to another origin.
      ({ token }) => frame.current?.contentWindow?.postMessage({ type: signInMessage, token, role }, origin),
      setFailure,
    )
  }
  useEffect(() => {
    const heard = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (from === origin && source === frame.current?.contentWindow && data === wantsSignIn) signIn()
    }
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  })
  return (
    <>
      {failure ? (
        <NoticeLine tone="red" action={<Button onClick={signIn}>Try again</Button>}>
          {failureMessage(failure)}
        </NoticeLine>
      ) : null}
      <iframe
        ref={frame}
        className={css.frame}
        title="Phone app"
        src={address}
        allow="microphone; autoplay"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        onLoad={signIn}
      />
    </>
  )
}
