import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { FieldChange } from '../history/history-contract.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'
import { auditActions, changes, everyAction } from './audit-actions.ts'

/** Sort order by time, newest first by default. */
export const auditSorts = ['newest'] as const

/** Kind and id of a record: 'policy:17', 'role template:5'. */
const AuditedRecord = z
  .string()
  .max(120)
  .regex(/^[A-Za-z][A-Za-z -]*:[^:\0]+$/, 'Not valid')

/** Value of the filter for one record. */
export const auditedRecord = (entity: string, id: string | number): string => `${entity}:${id}`

/** The kind and the id in a value of that filter. */
export function readAuditedRecord(record: string): { entity: string; id: string } {
  const [entity = '', id = ''] = record.split(':')
  return { entity, id }
}

/** Kinds of records that are one person under the same number. */
const onePerson = ['contact', 'customer', 'conversation', 'opt-out']

/** Kinds under which the audit record has events about a record of this kind. */
export const sameRecord = (entity: string): readonly string[] => (entity === 'contact' ? onePerson : [entity])

/** Filters of the list, combined with AND. `user` matches any part of the name or login. */
export const AuditFilters = listQuery(auditSorts, {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  user: TextFilter,
  action: z.enum([changes, everyAction, ...auditActions]).optional(),
  entity: TextFilter,
  record: AuditedRecord.optional(),
})
export type AuditFilters = z.output<typeof AuditFilters>

const text = z.string().nullable()

/** Audit event: who did what, when and with which result (LOG-06). */
export const AuditRow = z.object({
  id: z.number().int(),
  date: z.string(),
  /** Null without a signed-in user. Actions of the server itself are attributed to Coverdesk. */
  user: text,
  action: z.string(),
  /** Kind of the record; null for none. */
  entity: text,
  /** The kind in words. */
  entityName: text,
  entityId: text,
  /** Name of the record; null if it has none, is gone, or the event is about several. */
  recordName: text,
  /** Number of records shown or changed, if not one. */
  records: z.number().int(),
  result: z.enum(['done', 'refused']),
  address: text,
})
export type AuditRow = z.infer<typeof AuditRow>

/** Value that an event changed, old and new, with secrets and card data masked. */
export const AuditChange = FieldChange.extend({
  /** Record it belongs to, when an event changed several: a policy's number, or the id. */
  record: text,
})
export type AuditChange = z.infer<typeof AuditChange>

/** Event with all its details. */
export const AuditDetail = AuditRow.extend({
  requestId: text,
  /** The event in words, for events of users and rights. */
  sentences: z.array(z.string()),
  /** Counts and names, such as the filters of an export. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  changes: z.array(AuditChange),
  /** More changes exist than are listed. */
  more: z.boolean(),
})
export type AuditDetail = z.infer<typeof AuditDetail>

const allow = sectionRules.Administration.links['Audit Logs']

export const auditLog = {
  list: route({
    method: 'GET',
    path: '/api/AuditLog',
    allow,
    audit: { reads: 'audit event' },
    summary:
      'Audit events: who did what, when, from where and with which result; newest first; `record` narrows to all about one record, as policy:17; Accept xlsx or csv exports all filtered events',
    input: AuditFilters,
    output: page(AuditRow),
    formats: ['xlsx', 'csv'],
  }),
  entities: route({
    method: 'GET',
    path: '/api/AuditLog/entities',
    allow,
    audit: { nothing: 'names of kinds of records' },
    summary: 'The kinds of records in the audit record',
    input: NoInput,
    output: z.array(z.object({ entity: z.string(), name: z.string() })),
  }),
  record: route({
    method: 'GET',
    path: '/api/AuditLog/record',
    allow,
    audit: { reads: 'audit event' },
    summary: 'The name of the record that `record` narrows the list to; null if it has none or is gone',
    input: z.strictObject({ record: AuditedRecord }),
    output: z.object({ name: text }),
  }),
  one: route({
    method: 'GET',
    path: '/api/AuditLog/{id}',
    allow,
    audit: { reads: 'audit event' },
    summary: 'One event with the old and new values; secrets and card data are masked',
    input: z.strictObject({ id: Id }),
    output: AuditDetail,
  }),
}
