import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { StatusChange, StatusEntry } from '../history/history-contract.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { workday } from './pto-hours.ts'
import { spanProblems } from './pto-rules.ts'

/** What the list can be sorted by; the newest stand first where nothing is said. */
export const ptoSorts = ['createdDate', 'startDate', 'endDate'] as const

/** The filters of the list; `from` and `to` are days, of which a request shares at least one. */
export const PtoFilters = listQuery(ptoSorts, {
  agentId: Id.optional(),
  statusId: Id.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
})
export type PtoFilters = z.infer<typeof PtoFilters>

/** A row of the list: a request with the name of its latest status (PTO-01, PTO-09). */
export const PtoRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  /** The user who wants the time off. */
  requesterId: z.number().int(),
  agentId: z.number().int().nullable(),
  /** The agent's name, or that of a requester who is no agent. */
  agent: z.string(),
  startDate: z.string(),
  startHour: z.number().int(),
  endDate: z.string(),
  endHour: z.number().int(),
  /** Working hours as hh:mm (PTO-06). */
  hours: z.string(),
  statusId: z.number().int(),
  status: z.string(),
  createdDate: z.string(),
  comment: z.string(),
})
export type PtoRow = z.infer<typeof PtoRow>

/** One request with the history of its status, oldest first (PTO-13). */
export const PtoRequest = PtoRow.extend({
  statuses: z.array(StatusEntry.omit({ status: true }).extend({ name: z.string() })),
})
export type PtoRequest = z.infer<typeof PtoRequest>

const date = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .pipe(CalendarDate)
/** An hour of the day as the selects hold it. */
const hour = (usual: number) => z.coerce.number<number | string>().int().min(0).max(23).default(usual)

const timeOff = {
  startDate: date('Start date'),
  startHour: hour(workday.from),
  endDate: date('End date'),
  endHour: hour(workday.to),
}

/** What a new request says: from when to when, and why. Without hours it is about whole working days. */
export const PtoInput = z.strictObject({
  ...timeOff,
  comment: z
    .string()
    .trim()
    .max(2000, 'At most 2000 characters')
    .refine((text) => !/[\0\p{Cs}]/u.test(text), 'Not valid')
    .default(''),
})
export type PtoInput = z.infer<typeof PtoInput>

/** What the estimate of hours is asked for. */
export const HoursQuestion = z.strictObject(timeOff).check(({ value, issues }) => {
  for (const { path, message } of spanProblems(value))
    issues.push({ code: 'custom', input: value, path: [path], message })
})

/** The claim expression of the Pto section (ACCESS-15). */
export const mayUsePto = sectionRules.Pto.allow
/** Who decides about requests. */
export const mayDecidePto = 'agent admin.PTO'

export const pto = {
  list: route({
    method: 'GET',
    path: '/api/PTO',
    allow: mayUsePto,
    audit: { reads: 'pto' },
    summary: 'Requests for paid time off that the person may see; Accept pdf, xlsx or csv exports all filtered rows',
    input: PtoFilters,
    output: page(PtoRow),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  hours: route({
    method: 'GET',
    path: '/api/PTO/hours',
    allow: mayUsePto,
    audit: { nothing: 'a calculation' },
    summary: 'Working hours between start and end, Monday to Friday 9:00 to 17:00, as hh:mm',
    input: HoursQuestion,
    output: z.object({ hours: z.string() }),
  }),
  one: route({
    method: 'GET',
    path: '/api/PTO/{id}',
    allow: mayUsePto,
    audit: { reads: 'pto' },
    summary: 'One request with the history of its status',
    input: z.strictObject({ id: Id }),
    output: PtoRequest,
  }),
  request: route({
    method: 'POST',
    path: '/api/PTO',
    allow: mayUsePto,
    audit: 'own',
    summary: 'Request paid time off for oneself',
    input: PtoInput,
    output: PtoRequest,
  }),
  setStatus: route({
    method: 'POST',
    path: '/api/PTO/{id}/status',
    allow: mayUsePto,
    audit: 'own',
    summary: 'Decide about a request with admin.PTO, or cancel an own one',
    input: StatusChange.extend({ id: Id, version: z.number().int().optional() }),
    output: PtoRequest,
  }),
}
