import type { ExchangeRecord } from '../marketplace/exchange-record.ts'

/** A group as it is sent: who, in which plan, at which price, with which credit. */
export interface SentGroup {
  applicants: readonly string[]
  plan: { id: string; premium: string }
  aptc_selected: string
}

/**
 * Text that is the same for two records of an exchange exactly when they have the same household: people, place,
 * eligibility and credits. Its hash with that of the enrollment is what a client reviews.
 */
export function householdContent({ persons, contact, insuranceApplication }: ExchangeRecord): string {
  const { address, city, county, state, zipCode } = contact ?? {}
  return JSON.stringify([persons, [address, city, county, state, zipCode], insuranceApplication?.applicants])
}

/** Text that is the same for two enrollments exactly when the same is sent: the order of people and groups doesn't matter. */
export function enrollmentContent(appId: string, groups: readonly SentGroup[]): string {
  const sent = groups.map(({ applicants, plan, aptc_selected }) =>
    JSON.stringify([[...applicants].sort(), plan.id, cents(plan.premium), cents(aptc_selected)]),
  )
  return JSON.stringify([appId, sent.sort()])
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
