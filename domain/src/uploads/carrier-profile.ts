import { z } from 'zod'
import { CalendarDate } from '../fields/calendar-date.ts'

/** How a carrier's files read, as data that an administrator edits. Headings match without case, blanks, '_' and '-'. */
export const CarrierProfile = z.strictObject({
  /** Canonical field → the carrier's headings for it, first found wins. */
  headings: z.record(z.string().max(60), z.array(z.string().trim().min(1).max(200)).max(20)),
  /** Canonical field → the carrier's value → ours, such as PolicyStatus: { Inforce: Active }. */
  values: z.record(z.string().max(60), z.record(z.string().max(200), z.string().max(200))),
  /** How 03/04/2026 is meant. */
  dateOrder: z.enum(['MDY', 'DMY']),
  /** Dates that mean 'no end', such as 9999-12-31 or 2099-01-01. */
  openEndDates: z.array(CalendarDate).max(10),
  /** Endings that are no part of the policy number, such as -AR or -X. */
  stripSuffixes: z.array(z.string().trim().min(1).max(10)).max(10),
  /** Headings that are known and not used, so that they are neither guessed at nor asked about again. */
  ignored: z.array(z.string().trim().min(1).max(200)).max(200).optional(),
  /** A bare five-digit number in a date column is a spreadsheet's day count. */
  excelDates: z.boolean().optional(),
})
export type CarrierProfile = z.infer<typeof CarrierProfile>

/** Kinds of files that each carrier writes in its own way. */
export const ProfileKind = z.enum(['policies', 'commissions'])

export const StoredProfile = z.object({
  carrierId: z.number().int(),
  kind: ProfileKind,
  version: z.number().int(),
  profile: CarrierProfile,
  savedAt: z.string().nullable(),
  savedBy: z.string().nullable(),
})
export type StoredProfile = z.infer<typeof StoredProfile>

/** Which canonical field each of the file's headings feeds; null: not used. Travels as JSON text in the query. */
export const HeadingMapping = z.record(z.string().max(200), z.string().max(60).nullable())
export type HeadingMapping = z.infer<typeof HeadingMapping>

/** How one heading of the file is understood. */
export const HeadingUse = z.object({
  heading: z.string(),
  field: z.string().nullable(),
  by: z.enum(['profile', 'guess', 'choice', 'none']),
  sample: z.string().nullable(),
})
export type HeadingUse = z.infer<typeof HeadingUse>
