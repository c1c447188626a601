import type { HandOff } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { NoticeLine } from './notice-line.tsx'
import css from './signed-frame.module.css'

/** Messages to and from an embedded application. */
const signInMessage = 'coverdesk.sign-in'
const wantsSignIn = 'coverdesk.sign-in?'

interface SignedFrameProps {
  address: string
  /** Accessible name of the frame. */
  title: string
  /** Permissions policy of the frame (`allow`). */
  allow?: string
  /** Creates a hand-off token. */
  makeToken(): Promise<HandOff>
  /** Data sent along with the token. */
  told?: Readonly<Record<string, string>>
}

/**
 * Embeds an application of the agency in a frame. The frame signs in with its own hand-off token, valid once and for
 * one minute, which is sent only to the configured origin: on load, and whenever the frame asks (P-20, decision 040).
 */
export function SignedFrame({ address, title, allow, makeToken, told }: SignedFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { origin } = new URL(address)
  const signIn = () => {
    setFailure(null)
    makeToken().then(
      // The browser drops the message if the frame has navigated to another origin.
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
