import { z } from 'zod'
import { CalendarDate } from '../fields/calendar-date.ts'
import { overlap, type Span } from '../fields/day-count.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id } from '../platform/page.ts'

/** Lines of authority of a state license; the first two permit selling health insurance. */
export const licenseLines = ['Health', 'Life and Health', 'Life', 'Other'] as const
export const healthLines: readonly string[] = ['Health', 'Life and Health']

/** Maximum number of licenses, and of appointments, of one agent: 51 states over several years. */
export const maxPapers = 500

const Day = CalendarDate
/** Optional date. */
const LastDay = z.union([Day, z.literal('').transform(() => null), z.null()]).default(null)
const StateCode = z.string().regex(/^[A-Z]{2}$/, 'State is required')

/** State license, valid until `expiry`, or indefinitely without one. */
export const LicenseInput = z
  .strictObject({
    id: Id.optional(),
    state: StateCode,
    number: oneLine(35).min(1, 'Number is required'),
    line: z.enum(licenseLines),
    effective: Day,
    expiry: LastDay,
  })
  .refine(({ effective, expiry }) => expiry === null || expiry >= effective, {
    path: ['expiry'],
    message: "Expiry can't be before the effective date",
  })
export type LicenseInput = z.output<typeof LicenseInput>

/** A carrier's appointment for one state; `terminated` is its last day when it was given up. */
export const AppointmentInput = z
  .strictObject({
    id: Id.optional(),
    carrierId: Id,
    state: StateCode,
    number: oneLine(35).default(''),
    effective: Day,
    expiry: LastDay,
    terminated: LastDay,
  })
  .refine(({ effective, expiry }) => expiry === null || expiry >= effective, {
    path: ['expiry'],
    message: "Expiry can't be before the effective date",
  })
  .refine(({ effective, terminated }) => terminated === null || terminated >= effective, {
    path: ['terminated'],
    message: "Termination can't be before the effective date",
  })
export type AppointmentInput = z.output<typeof AppointmentInput>

export const License = z.object({
  id: z.number().int(),
  state: z.string(),
  number: z.string(),
  line: z.enum(licenseLines),
  effective: z.string(),
  expiry: z.string().nullable(),
})
export type License = Omit<z.infer<typeof License>, 'id'> & { id?: number | undefined }

export const Appointment = z.object({
  id: z.number().int(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  state: z.string(),
  number: z.string(),
  effective: z.string(),
  expiry: z.string().nullable(),
  terminated: z.string().nullable(),
})
export type Appointment = Omit<z.infer<typeof Appointment>, 'id' | 'carrierName'> & { id?: number | undefined }

/** Days on which a license is valid. */
export function licenseSpan({ effective, expiry }: Pick<License, 'effective' | 'expiry'>): Span {
  return { first: effective, last: expiry }
}

/** Days on which an appointment is valid: until it expires or is terminated, whichever comes first. */
export function appointmentSpan(given: Pick<Appointment, 'effective' | 'expiry' | 'terminated'>): Span {
  const ends = [given.expiry, given.terminated].filter((day) => day !== null).sort()
  return { first: given.effective, last: ends[0] ?? null }
}

/** Indexes of licenses that overlap an earlier entry of the same state and line. */
export function doubledLicenses(licenses: readonly License[]): number[] {
  return doubled(licenses, ({ state, line }) => `${state} ${line}`, licenseSpan)
}

/** Indexes of appointments that overlap an earlier entry of the same carrier and state. */
export function doubledAppointments(appointments: readonly Appointment[]): number[] {
  return doubled(appointments, ({ carrierId, state }) => `${carrierId} ${state}`, appointmentSpan)
}

function doubled<Paper>(papers: readonly Paper[], keyOf: (paper: Paper) => string, spanOf: (paper: Paper) => Span) {
  const seen = new Map<string, Span[]>()
  return papers.flatMap((paper, index) => {
    const [key, span] = [keyOf(paper), spanOf(paper)]
    const before = seen.get(key) ?? []
    seen.set(key, [...before, span])
    return before.some((other) => overlap(other, span)) ? [index] : []
  })
}
