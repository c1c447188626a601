import { type ConversationRow, marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { ActionIcon, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { IconEdit } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useScreenCommands } from '../lists/screen-commands.ts'
import { useAddress } from '../platform/address/address.ts'
import { useListPage } from '../platform/api/list-page.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { TextFilter } from '../ui/filters/text-filter.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './marketing.module.css'
import { MarketingAddress } from './marketing-address.ts'
import { channelWords } from './message-channels.ts'
import { NewConversation } from './new-conversation.tsx'

const perPage = 30
/** Poll interval in milliseconds, for clients without a socket. */
const pollMilliseconds = 15_000

interface ConversationListProps {
  chosen: number | undefined
  onOpen(contactId: number): void
}

interface ListProps extends ConversationListProps {
  /** Opens the conversation with a contact who was chosen to be written to. */
  onStart(contactId: number): void
}

/** Conversations with visible contacts, newest message first. */
export function ConversationList({ chosen, onOpen, onStart }: ListProps) {
  const { query, change } = useAddress(MarketingAddress)
  const { search = '', unread = false } = query
  const [pageNumber, setPageNumber] = useState(1)
  const [starting, setStarting] = useState(false)
  useScreenCommands(() => [{ label: 'New conversation', run: () => setStarting(true) }])
  const begin = (values: { search?: string; unread?: string | undefined }) => {
    setPageNumber(1)
    change(values, { replace: true })
  }
  const phone = usePhone()
  const listQuery = useMemo(
    () => ({ pageNumber, pageSize: perPage, ...(search ? { search } : {}), ...(unread ? { unread } : {}) }),
    [pageNumber, search, unread],
  )
  const { page, busy, error, retry } = useListPage(marketing.conversations, listQuery, { refetchMs: pollMilliseconds })
  return (
    <section className={css.list} aria-label="Conversations">
      <div className={css.tools}>
        <TextFilter
          size={phone ? 'xl' : 'sm'}
          aria-label="Search conversations"
          placeholder="Name, number or address"
          icon
          value={search}
          onChange={(text) => begin({ search: text ?? '' })}
        />
        <ActionIcon
          variant="default"
          size={phone ? 44 : 30}
          aria-label="New conversation"
          title="New conversation"
          onClick={() => setStarting(true)}
        >
          <IconEdit size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <Switch
          size="xs"
          label="Unread only"
          checked={unread}
          onChange={(event) => begin({ unread: event.currentTarget.checked ? 'true' : undefined })}
        />
      </div>
      <div className={css.rows} aria-busy={busy}>
        {error && !page ? (
          <FailedState title="Couldn't load conversations." why={failureMessage(error)} retry={retry} />
        ) : page ? (
          <Rows rows={page.data} chosen={chosen} onOpen={onOpen} narrowed={search !== '' || unread} />
        ) : (
          <div className={css.waiting} role="status" aria-label="Loading conversations">
            {[70, 52, 80, 60].map((width) => (
              <SkeletonBar key={width} width={`${width}%`} height={14} />
            ))}
          </div>
        )}
      </div>
      {page && page.totalPages > 1 ? <Steps page={pageNumber} pages={page.totalPages} onPage={setPageNumber} /> : null}
      <NewConversation
        opened={starting}
        onClose={() => setStarting(false)}
        onChosen={(id) => {
          setStarting(false)
          onStart(id)
        }}
      />
    </section>
  )
}

function Rows(props: { rows: readonly ConversationRow[]; narrowed: boolean } & ConversationListProps) {
  const { rows, chosen, onOpen, narrowed } = props
  if (rows.length === 0)
    return narrowed ? (
      <EmptyState title="No conversations" why="No conversations match your search." />
    ) : (
      <EmptyState title="No conversations" why="Start one with New conversation." />
    )
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.contactId}>
          <button
            type="button"
            className={css.row}
            data-unread={row.unread}
            aria-current={row.contactId === chosen ? 'true' : undefined}
            onClick={() => onOpen(row.contactId)}
          >
            <span className={css.who}>
              <span className={css.name}>{row.name}</span> {row.unread ? <span className={css.new}>New</span> : null}
            </span>
            <time dateTime={row.lastAt}>{showInstant(row.lastAt)}</time>
            <span className={css.excerpt}>
              {row.state === 'failed' ? <strong>Not delivered: </strong> : row.direction === 'out' ? 'Us: ' : ''}
              {row.excerpt}
            </span>
            <span className={css.channel}>{channelWords[row.channel].short}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Steps({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  return (
    <div className={css.steps}>
      <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </button>
      <span>
        {page} of {pages}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Older
      </button>
    </div>
  )
}
