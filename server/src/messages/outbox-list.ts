import { fail } from '@coverdesk/domain/fail.ts'
import { type MessageDetail, type MessageFilters, MessageRow } from '@coverdesk/domain/messages/message-contract.ts'
import { messageChannels } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { JsonText, SignedInCall } from '../platform/http/http-call.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsText } from '../platform/lists/list-filters.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { contentOf, isTestInbox, type MessageContent } from './queue-message.ts'

/** Channels whose messages are readable here; fails with `route.not_found` if there are none. */
function channelsReadHere(config: Config): string[] {
  const channels = messageChannels.filter((channel) => isTestInbox(config, channel))
  return channels.length > 0 ? channels : fail('route.not_found')
}

const instant = `to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const outboxList: ListDeclaration = {
  name: 'outbox',
  table: 'outbox o',
  key: 'o.id',
  joins: '',
  always: 'o.content_sealed is not null',
  filters: {
    readHere: {
      types: ['text'],
      condition: (value) => `o.channel = any(string_to_array(${value}, ','))`,
      valuesOf: (typed) => [typed],
    },
    channel: equalsText('o.channel'),
    kind: equalsText('o.kind'),
    recipient: {
      types: ['text'],
      condition: (value) => `position(lower(${value}) in lower(o.recipient)) > 0`,
      valuesOf: (typed) => [typed],
    },
  },
  sorts: { createdAt: ['o.created_at'] },
  defaultSort: { sort: 'createdAt', order: 'desc' },
  columns: {
    id: 'o.id',
    channel: 'o.channel',
    kind: 'o.kind',
    recipient: 'o.recipient',
    createdAt: instant,
  } satisfies Record<keyof MessageRow, string>,
}

/** Messages that this demo would have sent, newest first. Fails with `route.not_found` where messages are sent. */
export async function listMessages({ db, services }: SignedInCall, filters: MessageFilters): Promise<JsonText> {
  const readHere = channelsReadHere(services.config).join()
  return await listPage(db, outboxList, { ...filters, readHere }, { all: true })
}

/**
 * One message with its text. Fails with `route.not_found` where messages are sent, otherwise with `record.not_found`.
 */
export async function findMessage({ db, services }: SignedInCall, { id }: { id: string }): Promise<MessageDetail> {
  const channels = channelsReadHere(services.config)
  const { rows } = await sql<{ row: MessageRow; content: Buffer }>`
    select json_build_object('id', o.id, 'channel', o.channel, 'kind', o.kind, 'recipient', o.recipient,
      'createdAt', ${sql.raw(instant)})::text as row, o.content_sealed as content
    from outbox o where o.id = ${id} and o.channel = any(${channels}) and o.content_sealed is not null`.execute(db)
  const [found] = rows
  if (!found) return fail('record.not_found')
  const content: MessageContent = JSON.parse(services.sealer.open(contentOf(id), found.content))
  const { subject, text, link, code, attachments = [] } = content
  const attached = attachments.map(({ name }) => name)
  return { ...MessageRow.parse(JSON.parse(String(found.row))), subject, text, link, code, attached }
}
