import { z } from 'zod'
import { Amount, amountOf, cents, notAmount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { MonthText } from '../fields/month-text.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id } from '../platform/page.ts'
import { requiredId } from '../platform/required-id.ts'

/** Percent of the money received, or dollars per member and month. */
export const payBases = ['percent', 'perMember'] as const
export type PayBasis = (typeof payBases)[number]

/** Time of an entry relative to today: in force, upcoming, ended. */
export const payTermTimes = ['now', 'coming', 'ended'] as const

/** '' and null mean none. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === '' ? null : given), schema.nullable()).default(null)

export const AgentId = requiredId('Agent is required')
/** Null: any carrier. */
export const AnyCarrierId = optional(Id)

export const StartDate = z
  .string({ error: 'Start date is required' })
  .min(1, 'Start date is required')
  .pipe(CalendarDate)
export const EndDate = optional(CalendarDate)

/** '3/2026' is the same month as '03/2026'. */
export const Month = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .transform((typed) => (/^\d\//.test(typed) ? `0${typed}` : typed))
    .pipe(MonthText)
export const LastMonth = optional(Month('Must be a month, MM/YYYY'))

const percentPattern = /^(\d{1,3})(?:\.(\d{1,4}))?$/

/** '70.0000' → '70', '33.3330' → '33.333'. */
export const plainPercent = (percent: string) => percent.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

/** Percent with up to four decimals, as text. */
export const Percent = (label: string, { min }: { min: 'zero' | 'more' }) =>
  z.union([z.string().max(40), z.number()], { error: `${label} is required` }).transform((given, context) => {
    const typed = String(given).trim()
    const isPercent = percentPattern.test(typed) && Number(typed) <= 100
    if (isPercent && (min === 'zero' || Number(typed) > 0)) return plainPercent(typed)
    const range = min === 'zero' ? 'from 0' : 'more than 0'
    const message = typed === '' ? `${label} is required` : `${label} must be ${range} to 100, with up to 4 decimals`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const maxCents = 1_000_000_00

/** Dollars with at most two decimals. `sign` says which amounts make sense. */
export const Dollars = (label: string, sign: 'not negative' | 'positive' | 'not zero') =>
  z.union([z.string().max(40), z.number()], { error: `${label} is required` }).transform((given, context): Amount => {
    const typed = String(given).trim()
    const whole = cents(typed)
    const problem = typed === '' ? `${label} is required` : whole === null ? notAmount : refused[sign](label, whole)
    if (whole !== null && problem === null) return amountOf(whole)
    context.addIssue({ code: 'custom', message: problem ?? notAmount })
    return z.NEVER
  })

const refused = {
  'not negative': (label: string, whole: number) =>
    whole < 0 ? `${label} can't be negative` : whole > maxCents ? 'At most $1,000,000' : null,
  positive: (label: string, whole: number) =>
    whole <= 0 ? `${label} must be more than 0` : whole > maxCents ? 'At most $1,000,000' : null,
  'not zero': (label: string, whole: number) =>
    whole === 0 ? `${label} can't be 0` : Math.abs(whole) > maxCents ? 'At most $1,000,000' : null,
}

export const Reason = oneLine(200).refine((text) => text !== '', 'Reason is required')

/** Part of money received: percent with its basis, or dollars per member. */
export const partFields = {
  basis: z.enum(payBases, { error: 'Basis is required' }).default('percent'),
  percent: optional(Percent('Percent', { min: 'zero' })),
  amount: optional(Dollars('Amount', 'not negative')),
}
interface Part {
  basis: PayBasis
  percent: string | null
  amount: string | null
}

export const partOut = {
  basis: z.enum(payBases),
  percent: z.string().nullable(),
  amount: Amount.nullable(),
}

export const spanFields = { startDate: StartDate, endDate: EndDate }
export const spanOut = { startDate: z.string(), endDate: z.string().nullable() }
interface DaySpan {
  startDate: string
  endDate: string | null
}

/** The value of the basis is required, and the other one must be empty. */
export function checkPart({ basis, percent, amount }: Part, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (basis === 'percent' && percent === null) wrong('percent', 'Percent is required')
  if (basis === 'percent' && amount !== null) wrong('amount', 'Only per member')
  if (basis === 'perMember' && amount === null) wrong('amount', 'Amount is required')
  if (basis === 'perMember' && percent !== null) wrong('percent', 'Only for a percentage')
}

export function checkSpan({ startDate, endDate }: DaySpan, context: z.RefinementCtx): void {
  if (endDate !== null && endDate < startDate)
    context.addIssue({ code: 'custom', path: ['endDate'], message: "End date can't be before the start date" })
}

const byYear = (month: string) => month.slice(3) + month.slice(0, 2)
export function checkMonths(
  { firstMonth, lastMonth }: { firstMonth: string; lastMonth: string | null },
  context: z.RefinementCtx,
): void {
  if (lastMonth !== null && byYear(lastMonth) < byYear(firstMonth))
    context.addIssue({ code: 'custom', path: ['lastMonth'], message: "Last month can't be before the first" })
}
