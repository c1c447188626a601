import { z } from 'zod'
import { isCalendarDate, readDate } from '../fields/calendar-date.ts'
import { validEntries } from '../platform/valid-entries.ts'

/** Text without control characters and lone surrogates, which PostgreSQL's text or JSON rejects. */
const storable = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u)

/**
 * Policy status as HealthSherpa's webhook delivers it (decision 188). It is external data: only the ids that name the update
 * must be there; any other member that is not valid is null or left out.
 */
const text = (most: number) =>
  z
    .union([z.string(), z.number().transform(String)])
    .transform((value) => value.trim().slice(0, most))
    .pipe(storable)
    .transform((value) => value || null)
    .nullable()
    .catch(null)
    .default(null)
/** Dates are MM/DD/YYYY; those of the API YYYY-MM-DD. */
const day = z
  .string()
  .transform((value) => readDate(value) ?? (isCalendarDate(value.slice(0, 10)) ? value.slice(0, 10) : null))
  .nullable()
  .catch(null)
  .default(null)
const amount = z
  .union([z.number(), z.string().regex(/^-?\d{1,10}(\.\d+)?$/)])
  .transform((value) => Number(value))
  .refine((value) => Math.abs(value) < 1e10)
  .transform((value) => value.toFixed(2))
  .nullable()
  .catch(null)
  .default(null)

const maxEntries = 50

const Payment = z.object({
  payment_status: text(50),
  paid_through_date: day,
  current_member_responsibility_balance_due: amount,
})

const Policy = z.object({
  policy_id: text(50),
  effective_date: day,
  expiration_date: day,
  status: text(50),
  plan_hios_id: text(50),
  gross_premium: amount,
  payment: Payment.nullable().catch(null).default(null),
})

const requiredId = z.union([z.string().trim(), z.number().transform(String)]).pipe(storable.min(1).max(100))

/** Body of the webhook; members that are not named here are dropped. */
export const PolicyUpdate = z.object({
  transaction_id: requiredId,
  application_id: requiredId,
  /** `submission` or `sync`. */
  event_type: text(50),
  policy_status: text(50),
  event_timestamp: day,
  /** Our id of the application, if it was started here. */
  external_id: text(100),
  policy_aor_npn: text(20),
  issuer_hios_id: text(20),
  members: validEntries(z.object({ first_name: text(100), last_name: text(100) }), maxEntries),
  policies: validEntries(Policy, maxEntries),
})
export type PolicyUpdate = z.output<typeof PolicyUpdate>

/** Statuses of a policy at HealthSherpa, as shown. */
const statusWords: Readonly<Record<string, string>> = {
  pending_effectuation: 'Pending',
  effectuated: 'In force',
  cancelled: 'Canceled before the start',
  terminated: 'Ended',
  unknown: 'Not known',
}

/** Status in words; one that is not known unchanged. */
export const updateStatusWords = (status: string): string => statusWords[status] ?? (status || 'Not known')

/** What a status means for the agent. */
export function updateStatusHint(status: string): string | null {
  if (status === 'pending_effectuation')
    return 'Submitted. The carrier has not confirmed it; the first payment may be due.'
  if (status === 'cancelled') return 'The policy never began, most often because the first payment did not come.'
  return null
}
