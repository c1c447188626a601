import type { PtoRow } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatusOf } from '@coverdesk/domain/pto/pto-rules.ts'
import { dayLabel, nameLabel } from '../platform/exports/filter-label.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, onOrAfter, onOrBefore } from '../platform/lists/list-filters.ts'
import { displayName } from '../users/user-list.ts'

const requester = `coalesce(a.name, ${displayName})`
/** Same format as `showHours` of the domain. */
export const hoursShown = `lpad(r.hours::text, greatest(2, length(r.hours::text)), '0') || ':00'`

/** Same format as `showHourOfDay` of the domain. */
const hourShown = (column: string) => `to_char(make_time(${column}, 0, 0), 'FMHH12:MI AM')`

/** The list of time-off requests: the user's own and those of visible agents. */
export const ptoList: ListDeclaration = {
  name: 'pto',
  table: 'pto_requests r',
  key: 'r.id',
  visibleTo: 'r.owner',
  agentSort: 'createdDate',
  versioned: true,
  joins: `
    left join agents a on a.id = r.agent_id
    left join users u on u.id = r.created_by
    left join contacts c on c.id = u.contact_id
    left join lookup_values s on s.list = 'status.pto' and s.id = r.status_id`,
  filters: {
    agentId: { ...equalsNumber('r.agent_id'), indexedSort: 'createdDate' },
    statusId: { ...equalsNumber('r.status_id'), indexedSort: 'createdDate' },
    // Together: requests that share a day with the range.
    from: { ...onOrAfter('r.end_date'), rangeSort: 'endDate' },
    to: { ...onOrBefore('r.start_date'), rangeSort: 'startDate' },
  },
  sorts: { createdDate: ['r.created_at'], startDate: ['r.start_date'], endDate: ['r.end_date'] },
  defaultSort: { sort: 'createdDate', order: 'desc' },
  columns: {
    id: 'r.id',
    version: 'r.version',
    requesterId: 'r.created_by',
    agentId: 'r.agent_id',
    agent: requester,
    startDate: 'r.start_date',
    startHour: 'r.start_hour',
    endDate: 'r.end_date',
    endHour: 'r.end_hour',
    hours: hoursShown,
    statusId: 'r.status_id',
    status: 's.name',
    createdDate: 'r.created_at',
    comment: 'r.comment',
  } satisfies Record<keyof PtoRow, string>,
}

/** Files of requests, with the full comment. */
export const ptoExport = listExport(ptoList, {
  title: 'Paid time off',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    statusId: { label: 'Status', read: (id) => ptoStatusOf(Number(id)) },
    from: dayLabel('From'),
    to: dayLabel('To'),
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agent' },
    { label: 'Start date', kind: 'date', width: 10, column: 'startDate' },
    { label: 'Start hour', kind: 'text', width: 9, expression: hourShown('r.start_hour') },
    { label: 'End date', kind: 'date', width: 10, column: 'endDate' },
    { label: 'End hour', kind: 'text', width: 9, expression: hourShown('r.end_hour') },
    { label: 'Hours', kind: 'text', width: 8, column: 'hours' },
    { label: 'Status', kind: 'text', width: 12, column: 'status' },
    { label: 'Created', kind: 'date', width: 10, expression: `(r.created_at at time zone 'America/New_York')::date` },
    { label: 'Comment', kind: 'text', width: 48, column: 'comment' },
  ],
})
