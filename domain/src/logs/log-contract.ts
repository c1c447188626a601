import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { logCategories, logLevels } from './log-words.ts'

/** Sort order by time, newest first by default. */
export const logSorts = ['newest'] as const

/** Filters of the log (LOG-01), combined with AND. `user` and `message` match any part. */
export const LogFilters = listQuery(logSorts, {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  user: TextFilter,
  message: TextFilter,
  server: TextFilter,
  level: z.enum(logLevels).optional(),
  category: z.enum(logCategories).optional(),
})
export type LogFilters = z.output<typeof LogFilters>

const text = z.string().nullable()

/** Log entry (LOG-02) with its full message. */
export const LogRow = z.object({
  id: z.number().int(),
  level: z.enum(logLevels),
  message: z.string(),
  /** Null without a user. */
  user: text,
  category: z.string(),
  server: z.string(),
  date: z.string(),
})
export type LogRow = z.infer<typeof LogRow>

export const activitySorts = ['lastAccess', 'firstAccess', 'occurrence'] as const

/** Filters of the activity; the dates apply to the last access. */
export const ActivityFilters = listQuery(activitySorts, {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  user: TextFilter,
  category: TextFilter,
  result: z.enum(['done', 'refused']).optional(),
})
export type ActivityFilters = z.output<typeof ActivityFilters>

/** Activity of one user with one kind of record from one address (LOG-05, decision 036): count, first and last time. */
export const ActivityRow = z.object({
  id: z.number().int(),
  /** Kind of record in the audit record. */
  category: text,
  createdBy: text,
  occurrence: z.number().int(),
  /** Action of the audit record. */
  data1: z.string(),
  /** Address of the client. */
  data2: text,
  result: z.enum(['done', 'refused']),
  firstAccess: z.string(),
  lastAccess: z.string(),
})
export type ActivityRow = z.infer<typeof ActivityRow>

const allow = sectionRules.Administration.links.Logs

export const logs = {
  list: route({
    method: 'GET',
    path: '/api/Log',
    allow,
    audit: { reads: 'log entry' },
    summary: "The application's log, newest first; Accept xlsx exports all filtered rows",
    input: LogFilters,
    output: page(LogRow),
    formats: ['xlsx'],
  }),
  activity: route({
    method: 'GET',
    path: '/api/Log/activity',
    allow,
    audit: { reads: 'activity' },
    summary: 'Activity of users by kind of record: count, first and last time',
    input: ActivityFilters,
    output: page(ActivityRow),
  }),
}
