import { z } from 'zod'
import { actionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { alertKinds } from './alert-rules.ts'

/** Sort orders of alerts, by time; newest first by default. */
export const alertSorts = ['newest'] as const

/** Filters of the list of security alerts; `user` matches any part of the name or login. */
export const AlertFilters = listQuery(alertSorts, {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  user: TextFilter,
  kind: z.enum(alertKinds).optional(),
})
export type AlertFilters = z.output<typeof AlertFilters>

/** Security alert. `times` and `records` were counted in the hour before it was raised. */
export const AlertRow = z.object({
  id: z.number().int(),
  date: z.string(),
  kind: z.enum(alertKinds),
  /** Null for requests without a session, and for alerts about the server. */
  user: z.string().nullable(),
  address: z.string().nullable(),
  times: z.number().int(),
  records: z.number().int(),
  /** What happened, for alerts about the server, such as the last line of `bin/coverdesk verify-audit`. */
  details: z.string().nullable(),
})
export type AlertRow = z.infer<typeof AlertRow>

export const alerts = {
  list: route({
    method: 'GET',
    path: '/api/SecurityAlert',
    allow: actionRules.readsAlerts,
    audit: { reads: 'security alert' },
    summary:
      'Security alerts, newest first: mass exports, reveals, refusals, alterations of the audit record, backups that could not be proven, and lists of CMS that could not be fetched',
    input: AlertFilters,
    output: page(AlertRow),
  }),
}
