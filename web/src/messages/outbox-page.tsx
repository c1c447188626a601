import { MessageFilters, messages } from '@coverdesk/domain/messages/message-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { useAddress } from '../platform/address.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { ask } from '../platform/query.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { ListScreen } from '../ui/list-screen.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pager } from '../ui/pager.tsx'
import { tableKeys, useShortcuts } from '../ui/shortcuts.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { messageColumns, messageFilters, messagePhone } from './message-columns.ts'
import { MessageView } from './message-view.tsx'
import css from './messages.module.css'

/** The list, and the message that is read. */
const OutboxAddress = MessageFilters.extend({ message: z.uuid().optional() })

/** A new message is seen within this time. */
const pollMilliseconds = 3_000

/** The messages that a demo would have sent, read by its administrator: the newest stands open beside the list. */
export function OutboxPage() {
  const { query: address, change } = useAddress(OutboxAddress)
  const query = useMemo(() => {
    const { message: _message, ...filters } = address
    return filters
  }, [address])
  const { data, failureReason, isPlaceholderData, refetch } = useQuery({
    ...ask(messages.list, query),
    placeholderData: keepPreviousData,
    refetchInterval: pollMilliseconds,
  })
  const phone = usePhone()
  useShortcuts(tableKeys)
  const filtered = messageFilters.some(({ name }) => address[name] !== undefined)
  const shown = address.message ?? (phone ? undefined : data?.data[0]?.id)
  const pageNumber = address.pageNumber === 1 ? undefined : address.pageNumber
  const show = (message: string | undefined) => void change({ message, pageNumber }, { replace: !phone })
  const failed = failureReason
    ? { title: "The outbox hasn't loaded?", why: failureMessage(failureReason), retry: () => void refetch() }
    : undefined
  return (
    <ListScreen>
      <PageHeader
        title="Outbox"
        total={data?.totalRecords}
        note={phone ? undefined : 'Messages that this demo would have sent'}
      >
        <FilterBar
          filters={messageFilters}
          values={address}
          onChange={(values) => change({ ...values, message: undefined })}
        />
      </PageHeader>
      <div className={css.split}>
        <div className={css.list}>
          <DataTable
            label="Messages"
            columns={messageColumns}
            rows={data?.data}
            rowKey={(row) => row.id}
            rowName={(row) => row.recipient}
            total={data?.totalRecords ?? 0}
            offset={(address.pageNumber - 1) * address.pageSize}
            busy={isPlaceholderData}
            failed={failed}
            empty={
              filtered
                ? {
                    why: 'No message fits these filters.',
                    action: {
                      label: 'Clear Filters',
                      onClick: () => change({ channel: undefined, kind: undefined, recipient: undefined }),
                    },
                  }
                : {
                    why: 'Nothing was written in the last 24 hours. Ask for a new password at the login, and it stands here.',
                  }
            }
            sorting={{ sort: address.sort ?? 'createdAt', order: address.order ?? 'desc' }}
            onSort={change}
            onOpen={(row) => show(row.id)}
            selects="one"
            selected={new Set(shown ? [shown] : [])}
            onSelect={([id]) => id && show(id)}
            phone={messagePhone}
            expected={address.pageSize}
          />
        </div>
        {phone ? null : (
          <section className={css.reading} aria-label="Message">
            {shown ? <MessageView key={shown} id={shown} /> : <p className={css.none}>No message to read.</p>}
          </section>
        )}
      </div>
      <Pager
        page={address.pageNumber}
        pageSize={address.pageSize}
        total={data?.totalRecords ?? 0}
        sizes={portalPageSizes}
        onPage={(pageNumber) => change({ pageNumber })}
        onPageSize={(pageSize) => change({ pageSize })}
      />
      {phone ? (
        <Dialog opened={shown !== undefined} onClose={() => show(undefined)} title="Message" fullScreen>
          {shown ? <MessageView id={shown} /> : null}
        </Dialog>
      ) : null}
    </ListScreen>
  )
}
