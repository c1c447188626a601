import type { HandOff } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { NoticeLine } from './notice-line.tsx'
import css from './signed-frame.module.css'

/** What we tell an application in a frame, and what it may ask of us. */
const signInMessage = 'coverdesk.sign-in'
const wantsSignIn = 'coverdesk.sign-in?'

interface SignedFrameProps {
  address: string
  /** Names the frame for those who hear it. */
  title: string
  /** What the application may use of the browser. */
  allow?: string
  /** Makes a hand-off token for it. */
  makeToken(): Promise<HandOff>
  /** What it is told beside the token. */
  told?: Readonly<Record<string, string>>
}

/**
 * An application of the agency in a frame. It is signed in by a hand-off token of its own, good once and for a minute,
 * which goes to the configured origin and to no other: when it is loaded, and anew when it asks (P-20, decision 040).
 */
export function SignedFrame({ address, title, allow, makeToken, told }: SignedFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { origin } = new URL(address)
  const signIn = () => {
    setFailure(null)
    makeToken().then(
      // A browser keeps the message from a frame that has gone to another origin.
      ({ token }) => frame.current?.contentWindow?.postMessage({ ...told, type: signInMessage, token }, origin),
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
        title={title}
        src={address}
        allow={allow}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        onLoad={signIn}
      />
    </>
  )
}
