import { showDate } from '../fields/calendar-date.ts'
import { daysBetween } from '../fields/day-count.ts'
import type { Appointment, License } from './agent-credentials.ts'

/** How soon somebody has to act: over already, within 30 days, within 60 days. */
export type ExpiryLevel = 'expired' | 'soon' | 'coming'

/** Days before the last day from which on a licence or an appointment is warned about. */
export const expiryDays = { soon: 30, coming: 60 } as const

/** How soon something whose last day is `expiry` has to be renewed; null when there is time. The last day itself counts. */
export function expiryLevel(expiry: string | null, today: string): ExpiryLevel | null {
  if (expiry === null) return null
  const left = daysBetween(today, expiry)
  if (left < 0) return 'expired'
  if (left <= expiryDays.soon) return 'soon'
  return left <= expiryDays.coming ? 'coming' : null
}

/** 'Expires in 12 days', 'Expires today', 'Expired 11/01/2026'; '' when there is time. */
export function expiryWords(expiry: string | null, today: string): string {
  const level = expiryLevel(expiry, today)
  if (level === null || expiry === null) return ''
  if (level === 'expired') return `Expired ${showDate(expiry)}`
  const left = daysBetween(today, expiry)
  return left === 0 ? 'Expires today' : `Expires in ${left} ${left === 1 ? 'day' : 'days'}`
}

/** Something of an agent that ends and that nothing follows. */
export interface Expiry {
  kind: 'licence' | 'appointment'
  /** Place in the list that it stands in. */
  index: number
  expiry: string
}

/**
 * What of an agent ends: licences and appointments with a last day, but those that a later one of the same kind follows
 * (renewed already), and appointments that were given up. The database keeps the first of these days (`next_expiry_of`).
 */
export function expiries(licenses: readonly License[], appointments: readonly Appointment[]): Expiry[] {
  const ending: Expiry[] = []
  for (const [index, { state, line, effective, expiry }] of licenses.entries()) {
    const renewed = licenses.some((one) => one.state === state && one.line === line && one.effective > effective)
    if (expiry !== null && !renewed) ending.push({ kind: 'licence', index, expiry })
  }
  for (const [index, { state, carrierId, effective, expiry, terminated }] of appointments.entries()) {
    const followed = (one: Appointment) =>
      one.state === state && one.carrierId === carrierId && one.effective > effective
    if (expiry !== null && terminated === null && !appointments.some(followed))
      ending.push({ kind: 'appointment', index, expiry })
  }
  return ending
}

/** The first day on which something of an agent ends; null when nothing does. */
export function nextExpiry(licenses: readonly License[], appointments: readonly Appointment[]): string | null {
  return (
    expiries(licenses, appointments)
      .map(({ expiry }) => expiry)
      .sort()[0] ?? null
  )
}
