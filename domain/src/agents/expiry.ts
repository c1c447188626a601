import { showDate } from '../fields/calendar-date.ts'
import { daysBetween } from '../fields/day-count.ts'
import type { Appointment, License } from './agent-credentials.ts'

/** Urgency of a renewal: expired, within 30 days, within 60 days. */
export type ExpiryLevel = 'expired' | 'soon' | 'coming'

/** Days before expiry at which a license or appointment is reported. */
export const expiryDays = { soon: 30, coming: 60 } as const

/**
 * Urgency of renewing something that expires on `expiry`, or null when it is further away. The expiry day itself is
 * still valid.
 */
export function expiryLevel(expiry: string | null, today: string): ExpiryLevel | null {
  if (expiry === null) return null
  const left = daysBetween(today, expiry)
  if (left < 0) return 'expired'
  if (left <= expiryDays.soon) return 'soon'
  return left <= expiryDays.coming ? 'coming' : null
}

/** Expiry as text: 'Expires in 12 days', 'Expires today', 'Expired 11/01/2026'; '' when it is further away. */
export function expiryWords(expiry: string | null, today: string): string {
  const level = expiryLevel(expiry, today)
  if (level === null || expiry === null) return ''
  if (level === 'expired') return `Expired ${showDate(expiry)}`
  const left = daysBetween(today, expiry)
  return left === 0 ? 'Expires today' : `Expires in ${left} ${left === 1 ? 'day' : 'days'}`
}

/** License or appointment that expires and has no successor. */
export interface Expiry {
  kind: 'license' | 'appointment'
  /** Index in its list. */
  index: number
  expiry: string
}

/**
 * Licenses and appointments of an agent that expire, except terminated ones and those with a later one of the same
 * kind. The database stores the earliest of these days (`next_expiry_of`).
 */
export function expiries(licenses: readonly License[], appointments: readonly Appointment[]): Expiry[] {
  const ending: Expiry[] = []
  for (const [index, { state, line, effective, expiry }] of licenses.entries()) {
    const renewed = licenses.some(
      (license) => license.state === state && license.line === line && license.effective > effective,
    )
    if (expiry !== null && !renewed) ending.push({ kind: 'license', index, expiry })
  }
  for (const [index, { state, carrierId, effective, expiry, terminated }] of appointments.entries()) {
    const followed = (next: Appointment) =>
      next.state === state && next.carrierId === carrierId && next.effective > effective
    if (expiry !== null && terminated === null && !appointments.some(followed))
      ending.push({ kind: 'appointment', index, expiry })
  }
  return ending
}

/** Earliest expiry of an agent's licenses and appointments; null when nothing expires. */
export function nextExpiry(licenses: readonly License[], appointments: readonly Appointment[]): string | null {
  return (
    expiries(licenses, appointments)
      .map(({ expiry }) => expiry)
      .sort()[0] ?? null
  )
}
