import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { logCategories, logLevels } from './log-words.ts'

/** The log is in the order in which things happened, newest first unless asked otherwise. */
export const logSorts = ['newest'] as const

/** The filters of the log (LOG-01); all narrow together. `user` and `message` are found anywhere in what they are asked of. */
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

/** An entry of the log (LOG-02), its message whole. */
export const LogRow = z.object({
  id: z.number().int(),
  level: z.enum(logLevels),
  message: z.string(),
  /** null: of nobody in particular. */
  user: text,
  category: z.string(),
  server: z.string(),
  date: z.string(),
})
export type LogRow = z.infer<typeof LogRow>

export const activitySorts = ['lastAccess', 'firstAccess', 'occurrence'] as const

/** The filters of the activity; the days are of the last access. */
export const ActivityFilters = listQuery(activitySorts, {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  user: TextFilter,
  category: TextFilter,
  result: z.enum(['done', 'refused']).optional(),
})
export type ActivityFilters = z.output<typeof ActivityFilters>

/**
 * What somebody does with one kind of record from one address, all times together (LOG-05, decision 036): how often, and
 * when first and last.
 */
export const ActivityRow = z.object({
  id: z.number().int(),
  /** The kind of record, as the audit record calls it. */
  category: text,
  createdBy: text,
  occurrence: z.number().int(),
  /** What was done: an action of the audit record. */
  data1: z.string(),
  /** The address that it came from. */
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
    summary: 'Who does what with which kind of record: how often, first and last',
    input: ActivityFilters,
    output: page(ActivityRow),
  }),
}
