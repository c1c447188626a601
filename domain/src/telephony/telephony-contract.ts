import { z } from 'zod'
import { barRules } from '../access/portal-rules.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { readPhone } from '../fields/personal-numbers.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** Outcome of a call. */
export const callOutcomes = ['Answered', 'No answer', 'Left voicemail', 'Busy', 'Wrong number'] as const
export const CallOutcome = z.enum(callOutcomes, { error: 'Outcome is required' })
export type CallOutcome = z.infer<typeof CallOutcome>

/** Logged call. */
export const CallRow = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** User who called. */
  user: z.string(),
  contactId: z.number().int().nullable(),
  /** Name of the contact, if known. */
  contact: z.string().nullable(),
  /** Ten digits. */
  phone: z.string(),
  outcome: CallOutcome,
  comment: z.string(),
  calledAt: z.string(),
})
export type CallRow = z.infer<typeof CallRow>

/** Filters of the log; newest calls first. */
export const CallFilters = listQuery(['calledAt'], {
  contactId: Id.optional(),
  outcome: CallOutcome.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
})

/** Input for logging a call. */
export const CallInput = z.strictObject({
  phone: z
    .string()
    .trim()
    .transform((typed, context) => {
      const digits = readPhone(typed)
      if (digits === null) context.addIssue('Not a Phone')
      return digits ?? ''
    }),
  contactId: Id.nullable().default(null),
  outcome: z.string({ error: 'Outcome is required' }).pipe(CallOutcome),
  comment: z
    .string()
    .trim()
    .max(2000, 'At most 2000 characters')
    .refine((text) => !/[\0\p{Cs}]/u.test(text), 'Not valid')
    .default(''),
})
export type CallInput = z.output<typeof CallInput>

/** Claim expression of the telephony widget (ACCESS-27). */
export const mayTelephone = barRules.telephony

/** Staff, who see numbers on several screens. */
export const mayAskForBlock = `${mayTelephone}|agent|administrator`

export const telephony = {
  calls: route({
    method: 'GET',
    path: '/api/Telephony/calls',
    allow: mayTelephone,
    audit: { reads: 'call' },
    summary: 'Call log: the user’s own calls, or all calls for a super user of telephony',
    input: CallFilters,
    output: page(CallRow),
  }),
  block: route({
    method: 'GET',
    path: '/api/Telephony/block',
    allow: mayAskForBlock,
    audit: { nothing: 'whether a number that the caller has may be called' },
    summary:
      'Why a number must not be called: its lead is Do Not Call, its customer Do Not Contact, or it wrote so; null if it may',
    input: z.strictObject({ phone: z.string().regex(/^\d{10}$/, 'Not a Phone') }),
    output: z.object({ whyNot: z.string().nullable() }),
  }),
  log: route({
    method: 'POST',
    path: '/api/Telephony/calls',
    allow: mayTelephone,
    audit: 'own',
    summary: 'Log a call that was made, with its outcome',
    input: CallInput,
    output: CallRow,
  }),
}
