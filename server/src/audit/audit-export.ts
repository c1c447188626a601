import { auditActionWords, changes, everyAction } from '@coverdesk/domain/audit/audit-actions.ts'
import { usersAndRightsFilter } from '@coverdesk/domain/users/users-and-rights.ts'
import { dayLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { type ListExport, listExport } from '../platform/exports/list-export.ts'
import { auditList, auditOfRecordList } from './audit-list.ts'

/** Files of the audit record, for an examiner: each event with the ids by which its details are found (decision 306). */
export const auditExport = listExport(auditList, {
  title: 'Audit Logs',
  filters: {
    from: dayLabel('From'),
    to: dayLabel('To'),
    user: 'User',
    action: wordLabel('Action', { ...auditActionWords, [changes]: 'All except reads', [everyAction]: 'All' }),
    entity: {
      label: 'Entity',
      read: (entity) => (entity === usersAndRightsFilter ? 'users and rights' : String(entity)),
    },
    record: { label: 'Record', read: (record) => String(record).replace(':', ' ') },
  },
  columns: [
    {
      label: 'Date',
      kind: 'moment',
      width: 20,
      expression: `to_char(e.at at time zone 'America/New_York', 'MM/DD/YYYY HH24:MI:SS')`,
    },
    { label: 'User', kind: 'text', width: 24, expression: `coalesce(${auditList.columns.user}, 'Not signed in')` },
    { label: 'Action', kind: 'text', width: 12, expression: inWords('e.action', auditActionWords, 'e.action') },
    { label: 'Entity', kind: 'text', width: 24, column: 'entityName' },
    { label: 'Record', kind: 'text', width: 32, column: 'recordName' },
    { label: 'Entity id', kind: 'text', width: 14, column: 'entityId' },
    {
      label: 'Records',
      kind: 'integer',
      width: 10,
      expression: 'case when e.entity_id is null then cardinality(e.subjects) end',
    },
    {
      label: 'Result',
      kind: 'text',
      width: 10,
      expression: inWords('e.outcome', { done: 'Done', refused: 'Refused' }, 'e.outcome'),
    },
    { label: 'Address', kind: 'text', width: 18, column: 'address' },
    { label: 'Request', kind: 'text', width: 38, expression: 'e.request_id' },
  ],
})

/** The same of the events about one record. */
export const auditOfRecordExport: ListExport = { ...auditExport, list: auditOfRecordList }
