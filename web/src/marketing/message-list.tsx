import type { ConversationMessage } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { showInstant } from '../ui/basics/instant.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import css from './marketing.module.css'
import { channelWords, showAddress, stateWords } from './message-channels.ts'

interface MessageListProps {
  messages: readonly ConversationMessage[]
  /** Content above the first message. */
  before: ReactNode
}

/** Messages in order, scrolled to the newest at the bottom. */
export function MessageList({ messages, before }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [newest])
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing that takes the focus
    <div ref={box} className={css.messages} tabIndex={0} role="log" aria-label="Messages">
      {before}
      {messages.length === 0 ? <p className={css.quiet}>No messages yet.</p> : null}
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </div>
  )
}

function Message({ message }: { message: ConversationMessage }) {
  const { direction, channel, subject, body, at, by, state, failure, waitsUntil } = message
  const { word, tone } = stateWords[state]
  return (
    <article className={css.message} data-direction={direction}>
      {subject ? <h3>{subject}</h3> : null}
      <p className={css.body}>{body}</p>
      <footer>
        <span>
          {channelWords[channel].short}, {showAddress(message)}
          {by ? `, by ${by}` : ''}
        </span>
        <time dateTime={at}>{showInstant(at)}</time>
        {direction === 'out' ? (
          <StatusPill tone={tone}>{waitsUntil ? `Waits until ${showInstant(waitsUntil)}` : word}</StatusPill>
        ) : null}
      </footer>
      {failure ? <p className={css.failure}>{failure}</p> : null}
    </article>
  )
}
