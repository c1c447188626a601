import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { FieldChange } from '../history/history-contract.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { Nothing, route } from '../platform/route.ts'
import { auditActions, changes } from './audit-words.ts'

/** The list is in the order in which things happened, newest first unless asked otherwise. */
export const auditSorts = ['newest'] as const

/** The filters of the list; all narrow together. `user` is found anywhere in the name or the login. */
export const AuditFilters = listQuery(auditSorts, {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  user: TextFilter,
  action: z.enum([changes, ...auditActions]).optional(),
  entity: TextFilter,
})
export type AuditFilters = z.output<typeof AuditFilters>

const text = z.string().nullable()

/** Who did what, when and with which result (LOG-06). */
export const AuditRow = z.object({
  id: z.number().int(),
  date: z.string(),
  /** null: nobody who was signed in. What the server does by itself is done by Coverdesk. */
  user: text,
  action: z.string(),
  /** What kind of record it is about; null where it is about none. */
  entity: text,
  entityId: text,
  /** How many records were shown or changed at once, where it is not one. */
  records: z.number().int(),
  result: z.enum(['done', 'refused']),
  address: text,
})
export type AuditRow = z.infer<typeof AuditRow>

/** A value that an event changed, old and new, with secrets and card data masked. */
export const AuditChange = FieldChange.extend({
  /** Whose it is, where an event changed several records: a policy's number, or the id. */
  record: text,
})
export type AuditChange = z.infer<typeof AuditChange>

/** An event with everything that is known of it. */
export const AuditDetail = AuditRow.extend({
  requestId: text,
  /** Counts and names of things, such as which filters an export had. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  changes: z.array(AuditChange),
  /** There are further changes than these. */
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
    summary: 'Who did what, when, from where and with which result; newest first',
    input: AuditFilters,
    output: page(AuditRow),
  }),
  entities: route({
    method: 'GET',
    path: '/api/AuditLog/entities',
    allow,
    audit: { nothing: 'names of kinds of records' },
    summary: 'The kinds of record that the audit record tells of',
    input: Nothing,
    output: z.array(z.string()),
  }),
  one: route({
    method: 'GET',
    path: '/api/AuditLog/{id}',
    allow,
    audit: { reads: 'audit event' },
    summary: 'One event with the values that it changed, old and new; secrets and card data are masked',
    input: z.strictObject({ id: Id }),
    output: AuditDetail,
  }),
}
