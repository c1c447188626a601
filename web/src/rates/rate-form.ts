import { isCalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { NewRate, type RateRow } from '@coverdesk/domain/rates/rate-contract.ts'
import { type RateSpan, rateDayProblems } from '@coverdesk/domain/rates/rate-rules.ts'
import { z } from 'zod'

/** What the modal holds: '' for what is not chosen. */
export type RateForm = {
  agentId: number | ''
  carrierId: number | ''
  rate1: string
  startDate: string
  endDate: string
}

/** New Rate: nothing but the agent whose rates one looks at, and 0.00 (RATE-06). */
export function emptyRate(agentId: number | undefined): RateForm {
  return { agentId: agentId ?? '', carrierId: '', rate1: '0.00', startDate: '', endDate: '' }
}

export function formOfRate({ agentId, carrierId, rate1, startDate, endDate }: RateRow): RateForm {
  return { agentId, carrierId, rate1, startDate, endDate: endDate ?? '' }
}

/** The form as the calls want it, judged by the day too; `before` is the rate that is edited. All that is wrong is said at once. */
export function rateFormSchema(today: string, before: Omit<RateSpan, 'id'> | undefined) {
  return z.custom<RateForm>().transform((form, context) => {
    const call = NewRate.safeParse(form)
    for (const { path, message } of call.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
    const problems = daysOf(form).flatMap((days) => rateDayProblems(days, { today, before }))
    for (const { path, message } of problems) context.addIssue({ code: 'custom', path: [path], message })
    return call.success && problems.length === 0 ? call.data : z.NEVER
  })
}

/** The days as far as they are days; what is none is complained about by the contract. */
function daysOf({ startDate, endDate }: RateForm): Omit<RateSpan, 'id'>[] {
  if (!isCalendarDate(startDate)) return []
  return [{ startDate, endDate: isCalendarDate(endDate) ? endDate : null }]
}
