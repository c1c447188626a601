import type { LogRow } from '@coverdesk/domain/logs/log-contract.ts'
import { dayLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { contains, equalsText, plainStartsWith, sinceDay, untilDay } from '../platform/lists/list-filters.ts'
import { ofUser } from '../platform/lists/name-filters.ts'

/** Matches the start of the message, for one or two letters. */
const begins = plainStartsWith('left(l.search_message, 100)')

/** The log as a list (LOG-01, LOG-02). */
export const logList: ListDeclaration = {
  name: 'log-entries',
  table: 'log_entries l',
  key: 'l.id',
  versioned: true,
  joins: 'left join users u on u.id = l.user_id left join contacts c on c.id = u.contact_id',
  filters: {
    from: sinceDay('l.at', 'newest'),
    to: untilDay('l.at', 'newest'),
    user: ofUser('l.user_id'),
    message: contains('l.search_message', begins),
    server: plainStartsWith('plain_text(l.server) collate "C"'),
    level: { ...equalsText('l.level'), indexedSort: 'newest' },
    category: { ...equalsText('l.category'), indexedSort: 'newest' },
  },
  sorts: { newest: ['l.at'] },
  defaultSort: { sort: 'newest', order: 'desc' },
  columns: {
    id: 'l.id',
    level: 'l.level',
    message: 'l.message',
    user: `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name)`,
    category: 'l.category',
    server: 'l.server',
    date: 'l.at',
  } satisfies Record<keyof LogRow, string>,
}

/** Files of the log, with full messages (LOG-04). */
export const logExport = listExport(logList, {
  title: 'Logs',
  filters: {
    from: dayLabel('From'),
    to: dayLabel('To'),
    user: 'User',
    message: 'Message',
    server: 'Server',
    level: 'Level',
    category: 'Category',
  },
  columns: [
    {
      label: 'Date',
      kind: 'moment',
      width: 20,
      expression: `to_char(l.at at time zone 'America/New_York', 'MM/DD/YYYY HH24:MI:SS')`,
    },
    { label: 'Level', kind: 'text', width: 12, column: 'level' },
    { label: 'Category', kind: 'text', width: 12, column: 'category' },
    { label: 'Message', kind: 'text', width: 80, column: 'message' },
    { label: 'User', kind: 'text', width: 22, column: 'user' },
    { label: 'Server', kind: 'text', width: 18, column: 'server' },
  ],
})
