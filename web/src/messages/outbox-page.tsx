import { MessageFilters, messages } from '@coverdesk/domain/messages/message-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'
import { ListScreen } from '../lists/list-screen.tsx'
import { ReadingFrame } from '../lists/reading/reading-frame.tsx'
import { useNarrow } from '../lists/reading/use-narrow.ts'
import { useList } from '../lists/use-list.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { messageColumns, messageFilters, messagePhone } from './message-columns.ts'
import { MessageView } from './message-view.tsx'

/** URL state: the list and the open message. */
const OutboxAddress = MessageFilters.extend({ message: z.uuid().optional() })

const pollMilliseconds = 3_000

/** Outbox of a demo for its administrator; the newest message is open beside the list. */
export function OutboxPage() {
  const list = useList(messages.list, {
    screen: 'outbox',
    address: OutboxAddress,
    sorting: { sort: 'createdAt', order: 'desc' },
    rowKey: (row) => row.id,
    refetchMs: pollMilliseconds,
  })
  const { address, change } = list
  const isNarrow = useNarrow()
  const shown = address.message ?? (isNarrow ? undefined : list.page?.data[0]?.id)
  const pageNumber = list.pageNumber === 1 ? undefined : list.pageNumber
  const show = (message: string | undefined) => void change({ message, pageNumber }, { replace: !isNarrow })
  const read = {
    ...list,
    selected: new Set(shown ? [shown] : []),
    setSelected: ([id]: ReadonlySet<string>) => id && show(id),
  }
  return (
    <ListScreen
      list={read}
      title="Outbox"
      label="Messages"
      note={isNarrow ? undefined : 'Messages that this demo would have sent'}
      columns={messageColumns}
      rowName={(row) => row.recipient}
      phone={messagePhone}
      sizes={portalPageSizes}
      filters={messageFilters}
      onFilter={(values) => change({ ...values, message: undefined })}
      plain
      selects="one"
      onOpen={(row) => show(row.id)}
      noMatches="No messages match these filters."
      noData={{
        why: 'No messages in the last 24 hours.',
      }}
      frame={(table) => (
        <ReadingFrame table={table} isNarrow={isNarrow} label="Message" none={list.page ? 'No message to read.' : null}>
          {shown ? <MessageView key={shown} id={shown} /> : null}
        </ReadingFrame>
      )}
    >
      {isNarrow ? (
        <Dialog opened={shown !== undefined} onClose={() => show(undefined)} title="Message" fullScreen>
          {shown ? <MessageView id={shown} /> : null}
        </Dialog>
      ) : null}
    </ListScreen>
  )
}
