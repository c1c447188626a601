import type { AlertRow } from '@coverdesk/domain/alerts/alert-contract.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsText, sinceDay, untilDay } from '../platform/lists/list-filters.ts'
import { ofUser } from '../platform/lists/name-filters.ts'

/** Security alerts as a list. */
export const alertList: ListDeclaration = {
  name: 'security-alerts',
  table: 'security_alerts a',
  key: 'a.id',
  joins: 'left join users u on u.id = a.user_id left join contacts c on c.id = u.contact_id',
  filters: {
    from: sinceDay('a.raised_at', 'newest'),
    to: untilDay('a.raised_at', 'newest'),
    user: ofUser('a.user_id'),
    kind: equalsText('a.kind'),
  },
  sorts: { newest: ['a.raised_at'] },
  defaultSort: { sort: 'newest', order: 'desc' },
  columns: {
    id: 'a.id',
    date: 'a.raised_at',
    kind: 'a.kind',
    user: `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name)`,
    address: 'a.address',
    times: 'a.times',
    records: 'a.records',
    details: 'a.details',
  } satisfies Record<keyof AlertRow, string>,
}
