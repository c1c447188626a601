import { z } from 'zod'
import { CalendarDate } from '../fields/calendar-date.ts'
import { overlap, type Span } from '../fields/day-count.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id } from '../platform/page.ts'

/** Lines of authority of a state licence; the first two permit to sell health insurance. */
export const licenseLines = ['Health', 'Life and Health', 'Life', 'Other'] as const
export const healthLines: readonly string[] = ['Health', 'Life and Health']

/** Most licences, and most appointments, of one agent: 51 states with room for years. */
export const maxPapers = 500

const Day = CalendarDate
/** A day that may be left empty. */
const LastDay = z.union([Day, z.literal('').transform(() => null), z.null()]).default(null)
const StateCode = z.string().regex(/^[A-Z]{2}$/, 'State is required')

/** A licence of a state: until `expiry`, or for ever when there is none. */
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

/** A carrier's appointment for one state; `terminated` is the last day of one that was given up. */
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

/** The days on which a licence holds. */
export function licenseSpan({ effective, expiry }: Pick<License, 'effective' | 'expiry'>): Span {
  return { first: effective, last: expiry }
}

/** The days on which an appointment holds: until it expires or is given up, whatever comes first. */
export function appointmentSpan(given: Pick<Appointment, 'effective' | 'expiry' | 'terminated'>): Span {
  const ends = [given.expiry, given.terminated].filter((day) => day !== null).sort()
  return { first: given.effective, last: ends[0] ?? null }
}

/** Places of licences that hold on a day on which an earlier entry of the same state and line holds already. */
export function doubledLicenses(licenses: readonly License[]): number[] {
  return doubled(licenses, ({ state, line }) => `${state} ${line}`, licenseSpan)
}

/** Places of appointments that hold on a day on which an earlier entry of the same carrier and state holds already. */
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
