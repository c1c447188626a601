import { Failure } from '@coverdesk/domain/failure.ts'
import { type Conversation, marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { call } from '../platform/api/call.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './marketing.module.css'
import { MessageList } from './message-list.tsx'
import { WriteForm } from './write-form.tsx'

/** Poll intervals in milliseconds, shorter while a message is queued. */
const pollMilliseconds = { queued: 3_000, quiet: 15_000 }

interface ConversationViewProps {
  contactId: number
  /** Demo: messages go to the outbox, and replies can be simulated. */
  demo: boolean
  /** Channel to write in; without it the one of the last message. */
  channel?: MessageChannel | undefined
  /** The contact was just chosen to be written to: the message gets the focus. */
  isStarted: boolean
  onClose(): void
}

/** Conversation with one contact: its messages and the form to write one. */
export function ConversationView({ contactId, demo, channel, isStarted, onClose }: ConversationViewProps) {
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(marketing.one, { contactId }),
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => message.state === 'queued')
        ? pollMilliseconds.queued
        : pollMilliseconds.quiet,
  })
  const earlier = useEarlier(contactId)
  useRead(contactId, data)
  if (failureReason && !data)
    return (
      <section className={css.thread} aria-label="Conversation">
        {failureReason instanceof Failure && failureReason.status === 404 ? (
          <EmptyState
            title="Customer not found."
            why="No contact has this address, or it belongs to an agent you don't have access to."
          />
        ) : (
          <FailedState
            title="Couldn't load this conversation."
            why={failureMessage(failureReason)}
            retry={() => void refetch()}
          />
        )}
      </section>
    )
  if (!data)
    return (
      <div className={css.thread} role="status" aria-label="Loading the conversation">
        <div className={css.waiting}>
          {[40, 70, 55].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={16} />
          ))}
        </div>
      </div>
    )
  const messages = [...earlier.messages, ...data.messages]
  const more = earlier.more ?? data.earlier
  return (
    <section className={css.thread} aria-label={`Conversation with ${data.name}`}>
      <Head conversation={data} onClose={onClose} />
      <MessageList
        messages={messages}
        before={
          more ? (
            <Button variant="default" size="xs" onClick={() => void earlier.load(messages[0]?.id)}>
              Earlier messages
            </Button>
          ) : null
        }
      />
      <WriteForm conversation={data} demo={demo} channel={channel} isStarted={isStarted} />
    </section>
  )
}

function Head({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const { contactId, name, customer, agentName } = conversation
  const phone = usePhone()
  return (
    <header className={css.head}>
      {phone ? (
        <ActionIcon
          variant="subtle"
          c="var(--text-2)"
          size={44}
          aria-label="Back to the conversations"
          onClick={onClose}
        >
          <IconArrowLeft size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : null}
      <h2>
        <Link to={customer ? paths.customerPage(contactId) : paths.contact(contactId)}>{name}</Link>
      </h2>
      <span>{agentName ?? 'Unassigned'}</span>
    </header>
  )
}

/** Earlier messages, loaded on demand. */
function useEarlier(contactId: number) {
  const [found, setFound] = useState<Pick<Conversation, 'messages'> & { more?: boolean }>({ messages: [] })
  const load = async (before: number | undefined) => {
    if (before === undefined) return
    try {
      const { messages, earlier } = await call(marketing.one, { contactId, before })
      setFound((shown) => ({ messages: [...messages, ...shown.messages], more: earlier }))
    } catch (failure) {
      toasts.error(failureMessage(failure))
    }
  }
  return { ...found, load }
}

/** Marks incoming messages as read once they are displayed; only the user's own pages are notified. */
function useRead(contactId: number, data: Conversation | undefined) {
  const { mutate } = useSend(marketing.setRead, {
    refreshes: [marketing.conversations, notifications.unread, notifications.list],
  })
  const read = useRef(0)
  const last = data?.messages.findLast(({ direction }) => direction === 'in')?.id ?? 0
  useEffect(() => {
    const note = () => {
      if (document.hidden || last <= read.current) return
      read.current = last
      mutate({ contactId, upTo: last })
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [contactId, last, mutate])
}
