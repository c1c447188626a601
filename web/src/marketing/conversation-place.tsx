import { marketing, mayConverse } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { notificationEvents } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { useAddress } from '../platform/address/address.ts'
import { useLiveRefetch } from '../realtime/live-events.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import css from './marketing.module.css'
import { MarketingAddress } from './marketing-address.ts'

const shown = [marketing.conversations, marketing.one]

/** Built-in conversations app: the list beside the open conversation; one at a time on a phone. */
export function ConversationPlace({ demo }: { demo: boolean }) {
  const { query, change } = useAddress(MarketingAddress)
  const phone = usePhone()
  const { contact, write } = query
  const [started, setStarted] = useState<number>()
  useLiveRefetch(notificationEvents, shown)
  if (!useHasAccess(mayConverse))
    return (
      <EmptyState
        title="No conversations"
        why="Conversations show contacts, which your account can't view. Ask your administrator for access to Customer."
      />
    )
  const open = (id: number | undefined) =>
    void change({ contact: id, write: undefined }, { replace: !phone && contact !== undefined })
  return (
    <>
      {phone && contact !== undefined ? null : (
        <ConversationList
          chosen={contact}
          onOpen={open}
          onStart={(id) => {
            setStarted(id)
            open(id)
          }}
        />
      )}
      {contact === undefined ? (
        phone ? null : (
          <section className={css.thread} aria-label="Conversation">
            <EmptyState title="No conversation selected" why="Select a conversation or start a new one." />
          </section>
        )
      ) : (
        <ConversationView
          key={contact}
          contactId={contact}
          demo={demo}
          channel={write}
          isStarted={contact === started || write !== undefined}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}
