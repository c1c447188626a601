import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { PlanYear } from '../eligibility/household.ts'
import { type Confidence, confidences } from '../eligibility/tables/year-row.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { FieldChange } from '../history/history-contract.ts'
import { Done, route } from '../platform/route.ts'
import { federalPlatform } from './enrollment-window.ts'

const day = z.string().nullable()

/** What clients and agents see of a window; null where it is not known. */
export const ShownWindow = z
  .object({ opens: z.string(), closes: day, lastForJanuary: day, confidence: z.enum(confidences) })
  .nullable()
export type ShownWindow = z.infer<typeof ShownWindow>

/** Special enrollment as it is shown: start of coverage of a plan chosen today, and the last day to choose one. */
export const ShownSpecial = z.object({ begins: z.string(), until: z.string() })
export type ShownSpecial = z.infer<typeof ShownSpecial>

/** A change of a window by an administrator. */
export const WindowChange = z.object({
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  changes: z.array(FieldChange),
})
export type WindowChange = z.infer<typeof WindowChange>

/** Open enrollment of an exchange for the plan year that is asked for. */
export const EnrollmentWindowRow = z.object({
  exchange: z.string(),
  name: z.string(),
  window: z
    .object({
      opens: z.string(),
      closes: day,
      lastForJanuary: day,
      source: z.string(),
      confidence: z.enum(confidences),
    })
    .nullable(),
  /** Oldest first; none where the window is as shipped. */
  history: z.array(WindowChange),
})
export type EnrollmentWindowRow = z.infer<typeof EnrollmentWindowRow>

export const confidenceWords: Readonly<Record<Confidence, string>> = {
  verified: 'Verified',
  'one source': 'One source',
  'sources disagree': 'Sources disagree',
  unverified: 'Not verified',
}

const optionalDay = CalendarDate.or(z.literal('')).default('')

export const EnrollmentWindowChange = z
  .strictObject({
    exchange: z.string().regex(new RegExp(`^(${federalPlatform}|[A-Z]{2})$`), 'Not an exchange'),
    planYear: PlanYear,
    opens: CalendarDate.or(z.literal('')),
    closes: optionalDay,
    lastForJanuary: optionalDay,
    source: oneLine(500).min(1, 'Source is required'),
    confidence: z.enum(confidences, { error: 'Choose how sure it is' }),
    reason: oneLine(500).min(1, 'Reason is required'),
  })
  .superRefine(({ planYear, opens, closes, lastForJanuary }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (opens === '') return refuse('opens', 'First day is required')
    if (Number(opens.slice(0, 4)) !== planYear - 1) refuse('opens', `Must be in ${planYear - 1}`)
    if (closes !== '' && closes < opens) refuse('closes', 'Must not be before the first day')
    else if (closes > `${planYear}-12-31`) refuse('closes', `Must not be after ${planYear}`)
    if (lastForJanuary === '') return
    if (lastForJanuary < opens) refuse('lastForJanuary', 'Must not be before the first day')
    else if (closes !== '' && lastForJanuary > closes) refuse('lastForJanuary', 'Must not be after the last day')
    else if (lastForJanuary >= `${planYear}-01-01`) refuse('lastForJanuary', `Must be in ${planYear - 1}`)
  })
export type EnrollmentWindowChange = z.output<typeof EnrollmentWindowChange>

const mayChange = sectionRules.Administration.links['Enrollment Windows']

export const enrollmentWindows = {
  list: route({
    method: 'GET',
    path: '/api/EnrollmentWindow',
    allow: mayChange,
    audit: { nothing: 'days of exchanges, about no one' },
    summary: 'Open enrollment of each exchange for a plan year, with its changes',
    input: z.strictObject({ planYear: PlanYear }),
    output: z.array(EnrollmentWindowRow),
  }),
  change: route({
    method: 'POST',
    path: '/api/EnrollmentWindow',
    allow: mayChange,
    audit: 'own',
    summary: 'Change open enrollment of an exchange for a plan year, with a reason',
    input: EnrollmentWindowChange,
    output: Done,
  }),
}
