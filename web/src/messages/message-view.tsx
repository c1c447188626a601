import { type MessageDetail, messages } from '@coverdesk/domain/messages/message-contract.ts'
import { Button } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { copyText } from '../platform/toasts/copy-text.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FailedState } from '../ui/page/failed-state.tsx'
import { recipientOf } from './message-columns.ts'
import css from './message-view.module.css'
import { channelWords, kindWords, textPieces } from './message-words.ts'

/** Message as sent, with buttons for its code or link. */
export function MessageView({ id }: { id: string }) {
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(messages.one, { id }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Message message={data} />
  if (failureReason)
    return (
      <FailedState
        title="Couldn't load the message."
        why={failureMessage(failureReason)}
        retry={() => void refetch()}
      />
    )
  return (
    <div className={css.message}>
      <SkeletonBar width="60%" height={16} />
      <SkeletonBar width="40%" />
    </div>
  )
}

function Message({ message }: { message: MessageDetail }) {
  const { channel, kind, createdAt, subject, text, link, attached } = message
  return (
    <article className={css.message} aria-label="Message">
      <header>
        <h2>{subject || kindWords[kind]}</h2>
        <p className={css.quiet}>
          {channelWords[channel]} to {recipientOf(message)}, {showInstant(createdAt)}
        </p>
      </header>
      <Quick message={message} />
      <div className={css.text}>
        {textPieces(text, link).map((piece) =>
          piece.isLink ? (
            <a key={piece.text} href={piece.text}>
              {piece.text}
            </a>
          ) : (
            piece.text
          ),
        )}
      </div>
      {attached.length > 0 ? <p className={css.quiet}>Attached: {attached.join(', ')}</p> : null}
    </article>
  )
}

function Quick({ message: { code, link } }: { message: MessageDetail }) {
  const size = usePhone() ? 'xl' : 'sm'
  if (!code && !link) return null
  const copy = <IconCopy size={16} stroke={1.75} aria-hidden />
  return (
    <div className={css.quick}>
      {code ? (
        <>
          <span className={css.code}>{code}</span>
          <Button size={size} leftSection={copy} onClick={() => void copyText(code, 'Code copied')}>
            Copy code
          </Button>
        </>
      ) : null}
      {link ? (
        <>
          <Button
            size={size}
            variant="filled"
            component="a"
            href={link}
            leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
          >
            Open link
          </Button>
          <Button size={size} leftSection={copy} onClick={() => void copyText(link, 'Link copied')}>
            Copy link
          </Button>
        </>
      ) : null}
    </div>
  )
}
