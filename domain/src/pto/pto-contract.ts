import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { StatusChange, StatusEntry } from '../history/history-contract.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { workday } from './pto-hours.ts'
import { spanProblems } from './pto-rules.ts'

/** Sort orders of the list; newest first by default. */
export const ptoSorts = ['createdDate', 'startDate', 'endDate'] as const

/** Filters of the list; `from` and `to` match requests that include at least one of these days. */
export const PtoFilters = listQuery(ptoSorts, {
  agentId: Id.optional(),
  statusId: Id.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
})
export type PtoFilters = z.infer<typeof PtoFilters>

/** Row of the list: a request with its current status (PTO-01, PTO-09). */
export const PtoRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  /** User who requested the time off. */
  requesterId: z.number().int(),
  agentId: z.number().int().nullable(),
  /** Name of the agent, or of a requester who is not an agent. */
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

/** Another request for some of the same days. */
const PtoOverlap = PtoRow.pick({ id: true, startDate: true, endDate: true, status: true })

/** Request with its status history, oldest first (PTO-13). */
export const PtoRequest = PtoRow.extend({
  statuses: z.array(StatusEntry.omit({ status: true }).extend({ name: z.string() })),
  /** Other requests of the same person for some of these days, neither denied nor canceled. */
  overlaps: z.array(PtoOverlap),
})
export type PtoRequest = z.infer<typeof PtoRequest>

const date = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .pipe(CalendarDate)
/** Hour of the day, as in the selects. An empty one is the usual one, although the number of '' is 0. */
const hour = (usual: number) =>
  z
    .union([z.literal('').transform(() => usual), z.coerce.number<number | string>().int().min(0).max(23)])
    .default(usual)

const timeOff = {
  startDate: date('Start date'),
  startHour: hour(workday.from),
  endDate: date('End date'),
  endHour: hour(workday.to),
}

/** New request with period and reason. Without hours it covers whole working days. */
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

/** Input of the estimate of hours. */
export const HoursQuestion = z.strictObject(timeOff).check(({ value, issues }) => {
  for (const { path, message } of spanProblems(value))
    issues.push({ code: 'custom', input: value, path: [path], message })
})

/** Days whose overlaps are asked for while they are typed; `except` is the request that is changed. */
export const OverlapQuestion = z
  .strictObject({ startDate: timeOff.startDate, endDate: timeOff.endDate, except: Id.optional() })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: "End date can't be before the start date",
  })

/** Claim expression of the Pto section (ACCESS-15). */
export const mayUsePto = sectionRules.Pto.allow
/** Claim expression for deciding about requests. */
export const mayDecidePto = 'agent admin.PTO'

export const pto = {
  list: route({
    method: 'GET',
    path: '/api/PTO',
    allow: mayUsePto,
    audit: { reads: 'pto' },
    summary: 'Requests for paid time off visible to the user; Accept pdf, xlsx or csv exports all filtered rows',
    input: PtoFilters,
    output: page(PtoRow),
    standby: 'files',
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
  overlaps: route({
    method: 'GET',
    path: '/api/PTO/overlaps',
    allow: mayUsePto,
    audit: { nothing: 'the user’s own requests' },
    summary: 'The user’s own requests for some of these days, neither denied nor canceled',
    input: OverlapQuestion,
    output: z.array(PtoOverlap),
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
    summary: 'Request paid time off for the user',
    input: PtoInput,
    output: PtoRequest,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/PTO/{id}',
    allow: mayUsePto,
    audit: 'own',
    summary: 'Change the user’s own request while no one has decided about it',
    input: PtoInput.extend({ id: Id, version: z.int32() }),
    output: PtoRequest,
  }),
  setStatus: route({
    method: 'POST',
    path: '/api/PTO/{id}/status',
    allow: mayUsePto,
    audit: 'own',
    summary: 'Decide about a request with admin.PTO, or cancel the user’s own',
    input: StatusChange.extend({ id: Id, version: z.number().int().optional() }),
    output: PtoRequest,
  }),
}
