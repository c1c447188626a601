import type { Benefit } from '@coverdesk/domain/plans/plan.ts'
import { showPrice } from '@coverdesk/domain/plans/plan-price.ts'

/** In-network cost of a benefit: '$40.00', '40% after deductible', 'Not covered'. */
export const inNetwork = (benefit: Benefit): string => priceIn(benefit, (tier) => tier.startsWith('In-Network'))
/** Out-of-network cost of a benefit. */
export const outOfNetwork = (benefit: Benefit): string => priceIn(benefit, (tier) => tier.startsWith('Out-of-Network'))

function priceIn({ covered, cost_sharings }: Benefit, isMeant: (tier: string) => boolean): string {
  if (!covered) return 'Not covered'
  const sharing = cost_sharings.find(({ network_tier }) => isMeant(network_tier))
  if (!sharing) return '-'
  const price = showPrice(sharing.price)
  return sharing.after_deductible && price !== 'Full price' ? `${price} after deductible` : price
}
