import { auditActions, changes } from '@coverdesk/domain/audit/audit-actions.ts'
import { type AuditRow, readAuditedRecord, sameRecord } from '@coverdesk/domain/audit/audit-contract.ts'
import { usersAndRights, usersAndRightsFilter } from '@coverdesk/domain/users/users-and-rights.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsText, hideFromPlanner, type ListFilter, sinceDay, untilDay } from '../platform/lists/list-filters.ts'
import { ofUser } from '../platform/lists/name-filters.ts'
import { eventsAbout, numberOf } from './audit-subjects.ts'
import { auditedRecordName } from './audited-record-name.ts'
import { countedEvents } from './count-events.ts'
import { entityInWords } from './entity-in-words.ts'

/** Most events are reads. The index of actions excludes them, and every other condition must say so to use it. */
const actionFilter: ListFilter = {
  types: ['text[]'],
  condition: (actions) => `e.action <> 'read' and e.action = any(${hideFromPlanner(actions)}::text[])`,
  valuesOf: (action) => [`{${action === changes ? auditActions.filter((name) => name !== 'read').join() : action}}`],
  short: {
    when: (action) => action === 'read',
    filter: { types: [], condition: () => `e.action = 'read'`, valuesOf: () => [] },
  },
}

/** One kind of record, or all events about users and their rights. */
const entityFilter: ListFilter = {
  ...equalsText('e.entity'),
  indexedSort: 'newest',
  short: {
    when: (entity) => entity === usersAndRightsFilter,
    filter: {
      types: [],
      condition: () => `e.entity in (${usersAndRights.map((name) => `'${name}'`).join(', ')})`,
      valuesOf: () => [],
    },
  },
}

/** All events about one record, also those about several. */
const recordFilter: ListFilter = {
  types: ['text[]', 'text', 'bigint'],
  condition: (entities = '', subject = '', number = '') =>
    `e.id = any(array(${eventsAbout(entities, subject, number)}))`,
  valuesOf: (record) => {
    const { entity, id } = readAuditedRecord(String(record))
    return [`{${sameRecord(entity).map((name) => `"${name}"`)}}`, id, numberOf(id)]
  },
}

/** SQL expression for the user of an event: null for anonymous requests, 'Coverdesk' for the server itself. */
export const eventUser = `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name,
  case when e.user_id is null and e.address is null then 'Coverdesk' end)`

export const eventJoins = 'left join users u on u.id = e.user_id left join contacts c on c.id = u.contact_id'

/** The audit record as a list (LOG-06). It only grows, and is counted by days (decision 036). */
export const auditList: ListDeclaration = {
  name: 'audit-events',
  table: 'audit_events e',
  key: 'e.id',
  counted: { from: countedEvents, rows: 'e.events' },
  joins: eventJoins,
  filters: {
    from: sinceDay('e.at', 'newest'),
    to: untilDay('e.at', 'newest'),
    user: ofUser('e.user_id'),
    action: actionFilter,
    entity: entityFilter,
    record: recordFilter,
  },
  sorts: { newest: ['e.at'] },
  defaultSort: { sort: 'newest', order: 'desc' },
  columns: {
    id: 'e.id',
    date: 'e.at',
    user: eventUser,
    action: 'e.action',
    entity: 'e.entity',
    entityName: entityInWords('e.entity'),
    entityId: 'e.entity_id',
    recordName: auditedRecordName,
    records: 'coalesce(cardinality(e.subjects), 0)',
    result: 'e.outcome',
    address: 'e.address',
  } satisfies Record<keyof AuditRow, string>,
}

/** The events about one record, which are few and counted one by one. */
export const auditOfRecordList: ListDeclaration = { ...auditList, name: 'audit-events-of-record', counted: undefined }
