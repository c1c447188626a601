import { z } from 'zod'
import { Household } from './household.ts'

/** What a visitor entered at See Plans before there was an account: the household, and the plan that was chosen. */
export const VisitorDraft = z.strictObject({
  household: Household,
  plan: z.strictObject({ id: z.string().min(1).max(50), name: z.string().max(500) }).nullable(),
})
export type VisitorDraft = z.output<typeof VisitorDraft>
export type VisitorDraftInput = z.input<typeof VisitorDraft>
