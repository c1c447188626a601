import { firstDayOf, monthOfDay } from '../expected/month-count.ts'
import type { RateSpan } from '../rates/rate-rules.ts'
import type { commissionKinds } from './commission-csv.ts'

/** Received line of a carrier's statement, with what an agent's pay follows from. */
export interface ReceivedAmount {
  /** Whole cents. */
  amount: number
  kind: (typeof commissionKinds)[number]
  /** As the line says; negative in some chargebacks. */
  members: number | null
  /** Members of the policy, for lines that say none. */
  policyMembers: number | null
  /** First day of the statement's month. */
  month: string
}

/** Rate of an agent with the carrier, in whole cents per member. */
export type PayRate = Omit<RateSpan, 'id'> & { cents: number }

/**
 * What the agency pays an agent of a received line, in whole cents (decision 141): the rate of the policy month per member,
 * at most the line, with its sign; nothing of a bonus. Null without a rate or members: not rated.
 */
export function agentPay(line: ReceivedAmount, rates: readonly PayRate[], arrears: number): number | null {
  if (line.kind === 'bonus') return 0
  const rate = rateOn(firstDayOf(monthOfDay(line.month) - arrears), rates)
  const members = line.members ?? line.policyMembers
  if (rate === null || members === null) return null
  const pay = Math.min(Math.abs(line.amount), rate * Math.abs(members))
  return line.amount < 0 ? 0 - pay : pay
}

/** Rate in force on a day, in whole cents. */
function rateOn(day: string, rates: readonly PayRate[]): number | null {
  const rate = rates.find(({ startDate, endDate }) => startDate <= day && (endDate === null || endDate >= day))
  return rate?.cents ?? null
}
