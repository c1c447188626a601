import type { CostLimit } from './plan.ts'

/** Tier of a limit that counts costs in and out of network together, as the Marketplace API words it. */
export const bothNetworks = 'Combined In-Out of Network'

/**
 * Deductibles or out-of-pocket maximums that count for people: those in the plan's network, and one of both networks together
 * where the plan has none of its own in the network. One person has its own alone.
 */
export function limitsThatCount<Limit extends Pick<CostLimit, 'type' | 'network_tier' | 'family_cost'>>(
  limits: readonly Limit[],
  people: readonly unknown[] | null,
): Limit[] {
  const isOwn = ({ network_tier }: Limit) => network_tier === 'In-Network'
  const isSame = (one: Limit, other: Limit) => one.type === other.type && one.family_cost === other.family_cost
  return limits
    .filter((one) => people?.length !== 1 || one.family_cost === 'Individual')
    .filter(
      (one) =>
        isOwn(one) ||
        (one.network_tier === bothNetworks && !limits.some((other) => isOwn(other) && isSame(one, other))),
    )
}
