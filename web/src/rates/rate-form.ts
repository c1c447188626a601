import { isCalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { NewRate, type RateRow } from '@coverdesk/domain/rates/rate-contract.ts'
import { type RateSpan, rateDayProblems } from '@coverdesk/domain/rates/rate-rules.ts'
import { z } from 'zod'

/** Form values; '' for unset fields. */
export type RateForm = {
  agentId: number | ''
  carrierId: number | ''
  rate1: string
  startDate: string
  endDate: string
}

/** Initial values of New Rate: the agent of the page, and $0.00 (RATE-06). */
export function emptyRate(agentId: number | undefined): RateForm {
  return { agentId: agentId ?? '', carrierId: '', rate1: '0.00', startDate: '', endDate: '' }
}

export function formOfRate({ agentId, carrierId, rate1, startDate, endDate }: RateRow): RateForm {
  return { agentId, carrierId, rate1, startDate, endDate: endDate ?? '' }
}

/**
 * Converts form values to the call's input and checks the dates; `before` is the edited rate. Reports all problems at
 * once.
 */
export function rateFormSchema(today: string, before: Omit<RateSpan, 'id'> | undefined) {
  return z.custom<RateForm>().transform((form, context) => {
    const call = NewRate.safeParse(form)
    for (const { path, message } of call.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
    const problems = daysOf(form).flatMap((days) => rateDayProblems(days, { today, before }))
    for (const { path, message } of problems) context.addIssue({ code: 'custom', path: [path], message })
    return call.success && problems.length === 0 ? call.data : z.NEVER
  })
}

/** The dates, if valid; the contract reports invalid ones. */
function daysOf({ startDate, endDate }: RateForm): Omit<RateSpan, 'id'>[] {
  if (!isCalendarDate(startDate)) return []
  return [{ startDate, endDate: isCalendarDate(endDate) ? endDate : null }]
}
