import type { Benefit } from '@coverdesk/domain/plans/plan.ts'
import { showPrice } from '@coverdesk/domain/plans/plan-price.ts'
import type { PlanTexts } from './plan-texts.ts'

/** In-network cost of a benefit: '$40.00', '40% after deductible', 'Not covered'. */
export const inNetwork = (benefit: Benefit, texts: PlanTexts): string =>
  priceIn(benefit, texts, (tier) => tier.startsWith('In-Network'))
/** Out-of-network cost of a benefit. */
export const outOfNetwork = (benefit: Benefit, texts: PlanTexts): string =>
  priceIn(benefit, texts, (tier) => tier.startsWith('Out-of-Network'))

function priceIn({ covered, cost_sharings }: Benefit, texts: PlanTexts, isMeant: (tier: string) => boolean): string {
  if (!covered) return texts.notCovered
  const sharing = cost_sharings.find(({ network_tier }) => isMeant(network_tier))
  if (!sharing) return '-'
  const price = showPrice(sharing.price)
  const shown = priceInWords(price, texts)
  return sharing.after_deductible && price !== 'Full price' ? texts.afterDeductible(shown) : shown
}

/** A price as `showPrice` says it, in the reader's language. */
export const priceInWords = (price: string, { free, fullPrice }: PlanTexts): string =>
  price === 'Free' ? free : price === 'Full price' ? fullPrice : price
