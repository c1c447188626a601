import { z } from 'zod'
import { isCalendarDate } from '../fields/calendar-date.ts'
import { validEntries } from '../platform/valid-entries.ts'

/**
 * An exchange's record of an application. It is external data, so each member is parsed by itself: an invalid one is
 * null or left out, and the rest is still shown.
 */
const text = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => value.trim().slice(0, 500) || null)
  .nullable()
  .catch(null)
  .default(null)
const day = z
  .string()
  .transform((value) => (isCalendarDate(value.slice(0, 10)) ? value.slice(0, 10) : null))
  .nullable()
  .catch(null)
  .default(null)
const flag = z.boolean().nullable().catch(null).default(null)
/** Number, or its text. */
const amount = z
  .union([z.number(), z.string().regex(/^-?\d{1,10}(\.\d+)?$/)])
  .transform((value) => Number(value))
  .refine((value) => Math.abs(value) < 1e10)
  .transform((value) => value.toFixed(2))
  .nullable()
  .catch(null)
  .default(null)

/** Maximum household size; limits the damage of malformed records. */
const maxPeople = 100

function part<Shape extends z.ZodObject>(shape: Shape) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined),
    shape.optional(),
  )
}

export const ExchangePerson = z.object({
  id: text,
  firstName: text,
  middleName: text,
  lastName: text,
  dob: day,
  sex: text,
  relationship: text,
  primary: flag,
  /** Uses tobacco, for which plans may charge more; absent where the exchange says nothing, as in records that are reviewed already. */
  tobacco: z.boolean().optional().catch(undefined),
})
export type ExchangePerson = z.infer<typeof ExchangePerson>

const Eligibility = z.object({
  indicator: flag,
  dateRange: part(z.object({ start: day, end: day })),
  earliestQHPDate: day,
  latestQHPDate: day,
})

export const ExchangeApplicant = z.object({
  personId: text,
  firstName: text,
  lastName: text,
  eligibilityInitial: part(Eligibility),
  eligibilitySpecial: part(Eligibility),
  eligibility: part(
    z.object({
      aptc: part(z.object({ amount })),
      csr: part(z.object({ category: text })),
      /** The person may have Medicaid or CHIP, and then no tax credit. */
      is_medicaid_chip: flag,
    }),
  ),
})
export type ExchangeApplicant = z.infer<typeof ExchangeApplicant>

export const ExchangePolicy = z.object({
  id_exchange: text,
  id_issuer: text,
  plan: part(z.object({ id: text, name: text, issuer: text })),
  premium: part(z.object({ amount, aptc_applied: amount, responsibility: amount })),
  status: text,
  /** Whether the sandbox made the policy for practice; an exchange says nothing of it. */
  invented: flag,
  dateEffective: day,
  dateExpiration: day,
  members: validEntries(z.object({ personId: text, firstName: text, lastName: text }), maxPeople),
})
export type ExchangePolicy = z.infer<typeof ExchangePolicy>

/** Applicant and contact details at the exchange. */
const Contact = z.object({
  phone: text,
  email: text,
  address: text,
  city: text,
  county: text,
  state: text,
  zipCode: text,
})

/** Agent of the sale, and agent of record at the exchange. */
const Agents = z.object({ npn: text, name: text, saleNpn: text, saleName: text })

/** Application at the exchange; any member may be missing. */
export const ExchangeRecord = z.object({
  exchangeAssignedId: text,
  /** User who started it there, as named by the hand-off. */
  partnerAssignedConsumerId: text,
  persons: validEntries(ExchangePerson, maxPeople),
  contact: part(Contact),
  agents: part(Agents),
  insuranceApplication: part(z.object({ applicants: validEntries(ExchangeApplicant, maxPeople) })),
  policies: validEntries(ExchangePolicy, maxPeople),
  eligibilityAPTCElected: amount,
})
export type ExchangeRecord = z.infer<typeof ExchangeRecord>

const nothing: ExchangeRecord = ExchangeRecord.parse({})

/** Parses a record, however malformed; unreadable members are missing. */
export function readExchangeRecord(value: unknown): ExchangeRecord {
  return ExchangeRecord.safeParse(value).data ?? nothing
}

/** Parses the raw data; null when missing, malformed or not an object. */
export function parseRaw(raw: string | null): Record<string, unknown> | null {
  if (raw === null) return null
  try {
    const parsed: unknown = JSON.parse(raw)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}

/** Whether an applicant is eligible: at least one of the two indicators says so. */
export function isEligible({ eligibilityInitial, eligibilitySpecial }: ExchangeApplicant): boolean {
  return eligibilityInitial?.indicator === true || eligibilitySpecial?.indicator === true
}

/** Primary person: the one marked as such, or the first. */
export function primaryPerson(persons: readonly ExchangePerson[]): ExchangePerson | undefined {
  return (
    persons.find(({ primary }) => primary === true) ??
    persons.find(({ relationship }) => relationship?.toLowerCase() === 'self') ??
    persons[0]
  )
}

/** Policy with the latest start; without dates, the first. */
export function newestPolicy(policies: readonly ExchangePolicy[]): ExchangePolicy | undefined {
  return [...policies].sort((a, b) => (b.dateEffective ?? '').localeCompare(a.dateEffective ?? ''))[0]
}

/** Name of a person of the application: their own, or that of the person with the id. */
export function nameIn(
  persons: readonly ExchangePerson[],
  of: { personId: string | null; firstName: string | null; lastName: string | null },
): string {
  const own = [of.firstName, of.lastName].filter(Boolean).join(' ')
  if (own !== '') return own
  const person = persons.find(({ id }) => id !== null && id === of.personId)
  return person ? [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ') : (of.personId ?? '')
}
