import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { MessageRow, messageSorts } from '@coverdesk/domain/messages/message-contract.ts'
import { messageChannels, messageKinds } from '@coverdesk/domain/messages/message-kinds.ts'
import { showInstant } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { channelWords, kindWords } from './message-words.ts'

export type MessageSort = (typeof messageSorts)[number]
type Column = ListColumn<MessageRow, MessageSort>

export const messageColumns: readonly Column[] = [
  { id: 'kind', header: 'Message', cell: (row) => kindWords[row.kind], width: 150, pinned: true },
  { id: 'recipient', header: 'To', cell: recipientOf, width: 220, grow: 1 },
  { id: 'channel', header: 'Channel', cell: (row) => channelWords[row.channel], width: 110, quiet: true },
  {
    id: 'createdAt',
    header: 'Written',
    cell: (row) => showInstant(row.createdAt),
    kind: 'date',
    width: 160,
    sort: 'createdAt',
  },
]

export const messagePhone: PhoneRow<MessageRow> = {
  title: (row) => kindWords[row.kind],
  subtitle: recipientOf,
  figure: (row) => showInstant(row.createdAt).slice(11),
}

/** Email address or formatted phone number. */
export function recipientOf({ channel, recipient }: Pick<MessageRow, 'channel' | 'recipient'>): string {
  return channel === 'sms' ? showPhone(recipient) || recipient : recipient
}

export const messageFilters: readonly Filter<'channel' | 'kind' | 'recipient'>[] = [
  { name: 'recipient', label: 'To', kind: 'text', width: 180 },
  {
    name: 'kind',
    label: 'Message',
    kind: 'select',
    choices: messageKinds.map((value) => ({ value, label: kindWords[value] })),
  },
  {
    name: 'channel',
    label: 'Channel',
    kind: 'select',
    choices: messageChannels.map((value) => ({ value, label: channelWords[value] })),
  },
]
