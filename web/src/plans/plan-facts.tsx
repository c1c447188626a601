import { amountOf, showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { MetalLevel } from '@coverdesk/domain/plans/plan.ts'
import type { PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import { showPrice } from '@coverdesk/domain/plans/plan-price.ts'
import { IconStarFilled } from '@tabler/icons-react'
import css from './plan-facts.module.css'
import { type PlanTexts, usePlanTexts } from './plan-texts.ts'

/** Metal level with its color. */
export function Metal({ level }: { level: MetalLevel }) {
  return (
    <span className={css.metal}>
      <span className={css.swatch} data-metal={level} aria-hidden />
      {usePlanTexts().levels[level]}
    </span>
  )
}

/** Stars with their number in words, or 'No Rating' (PLAN-17). */
export function Rating({ rating }: { rating: { global_rating: number } | null }) {
  const texts = usePlanTexts()
  if (!rating) return <span className={css.none}>{texts.noRating}</span>
  return (
    <span className={css.rating}>
      <span className={css.stars} aria-hidden>
        {[1, 2, 3, 4, 5].map((star) => (
          <IconStarFilled key={star} size={12} data-lit={star <= rating.global_rating || undefined} />
        ))}
      </span>
      {texts.ratingOf(rating.global_rating)}
    </span>
  )
}

/** Monthly amount, or 'Free'. */
export function monthly(amount: string | null, texts: PlanTexts): string {
  if (amount === null) return '-'
  return showPrice(amount) === 'Free' ? texts.free : showMoney(amount)
}

/** Amount without cents where it has none: '$9,400'. */
export const dollars = (amount: string) => showMoney(amount).replace(/\.00$/, '')

/** Estimated amount, rounded to dollars: '$4,881'. */
export const wholeDollars = (amount: string) =>
  showMoney(amountOf(Math.round(Number(amount)) * 100)).replace(/\.00$/, '')

/** Premium after the credit, and before it (PLAN-13). */
export function Premium({ plan, size = 'card' }: { plan: PlanRow; size?: 'card' | 'page' }) {
  const { premium, promo_premium: promo } = plan
  const texts = usePlanTexts()
  if (promo === null) return <p className={css.noPremium}>{texts.noPremium}</p>
  const reduced = premium !== promo
  return (
    <div className={css.premium} data-size={size}>
      <p>
        <strong>{monthly(promo, texts)}</strong>
        {showPrice(promo) === 'Free' ? null : ` ${texts.aMonth}`}
      </p>
      {reduced ? <p className={css.before}>{texts.amountBeforeCredit(showMoney(premium))}</p> : null}
    </div>
  )
}

/** Tags of a plan. */
export function tagsOf(plan: PlanRow, texts: PlanTexts): string[] {
  return [
    plan.csr === null ? '' : texts.csr(plan.csr),
    plan.is_standardized_plan ? texts.standardPlan : '',
    plan.hsa_eligible ? 'HSA' : '',
    plan.has_national_network ? texts.national : '',
  ].filter(Boolean)
}
