import type { ActivityRow } from '@coverdesk/domain/logs/log-contract.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsText, sinceDay, untilDay } from '../platform/lists/list-filters.ts'
import { ofUser } from '../platform/lists/name-filters.ts'
import { eventJoins, eventUser } from './audit-list.ts'

/** Activity by user, action and entity (LOG-05). It includes counted events, so it is a few seconds behind. */
export const activityList: ListDeclaration = {
  name: 'activities',
  table: 'audit_activities e',
  key: 'e.id',
  joins: eventJoins,
  filters: {
    from: sinceDay('e.last_at', 'lastAccess'),
    to: untilDay('e.last_at', 'lastAccess'),
    user: ofUser('e.user_id'),
    category: equalsText('e.entity'),
    result: equalsText('e.outcome'),
  },
  sorts: { lastAccess: ['e.last_at'], firstAccess: ['e.first_at'], occurrence: ['e.events'] },
  defaultSort: { sort: 'lastAccess', order: 'desc' },
  columns: {
    id: 'e.id',
    category: 'e.entity',
    createdBy: eventUser,
    occurrence: 'e.events',
    data1: 'e.action',
    data2: 'e.address',
    result: 'e.outcome',
    firstAccess: 'e.first_at',
    lastAccess: 'e.last_at',
  } satisfies Record<keyof ActivityRow, string>,
}
