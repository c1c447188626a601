import { z } from 'zod'
import { CalendarDate } from '../fields/calendar-date.ts'

/**
 * Format of a carrier's files, as data that administrators edit. Headings match regardless of case, spaces, '_' and
 * '-'.
 */
export const CarrierProfile = z.strictObject({
  /** Canonical field → the carrier's headings for it; the first match wins. */
  headings: z.record(z.string().max(60), z.array(z.string().trim().min(1).max(200)).max(20)),
  /** Canonical field → the carrier's value → ours, such as PolicyStatus: { Inforce: Active }. */
  values: z.record(z.string().max(60), z.record(z.string().max(200), z.string().max(200))),
  /** Order of day and month in 03/04/2026. */
  dateOrder: z.enum(['MDY', 'DMY']),
  /** Dates that mean 'no end', such as 9999-12-31 or 2099-01-01. */
  openEndDates: z.array(CalendarDate).max(10),
  /** Suffixes that are not part of the policy number, such as -AR or -X. */
  stripSuffixes: z.array(z.string().trim().min(1).max(10)).max(10),
  /** Known headings that are not used, so that they are neither guessed nor reported again. */
  ignored: z.array(z.string().trim().min(1).max(200)).max(200).optional(),
  /** Five-digit numbers in date columns are spreadsheet day counts. */
  excelDates: z.boolean().optional(),
})
export type CarrierProfile = z.infer<typeof CarrierProfile>

/** Kinds of files with a profile per carrier. */
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

/** Canonical field of each heading; null: not used. Sent as JSON text in the query. */
export const HeadingMapping = z.record(z.string().max(200), z.string().max(60).nullable())
export type HeadingMapping = z.infer<typeof HeadingMapping>

/** Canonical field → the file's value → ours; '' means no value. Sent as JSON text in the query. */
export const ValueMapping = z.record(z.string().max(60), z.record(z.string().max(200), z.string().max(200)))
export type ValueMapping = z.infer<typeof ValueMapping>

/** Interpretation of one heading of the file. */
export const HeadingUse = z.object({
  heading: z.string(),
  field: z.string().nullable(),
  /** `name`: a heading that every carrier's files may have. */
  by: z.enum(['profile', 'name', 'guess', 'choice', 'none']),
  sample: z.string().nullable(),
})
export type HeadingUse = z.infer<typeof HeadingUse>
