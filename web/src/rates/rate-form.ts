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

/** The form as the calls want it, judged by the day too; `before` is the rate that is edited. */
export function rateFormSchema(today: string, before: Omit<RateSpan, 'id'> | undefined) {
  return z.custom<RateForm>().transform((form, context) => {
    const call = NewRate.safeParse(form)
    const issues = call.success ? rateDayProblems(call.data, { today, before }) : call.error.issues
    for (const { path, message } of issues)
      context.addIssue({ code: 'custom', path: typeof path === 'string' ? [path] : path, message })
    return call.success && issues.length === 0 ? call.data : z.NEVER
  })
}
