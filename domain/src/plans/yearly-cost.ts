import { amountOf, cents } from '../fields/amount.ts'
import type { UseExamples } from './plan.ts'

/** How much care one person of the household needs in the year. */
export const useLevels = ['low', 'medium', 'high'] as const
export type UseLevel = (typeof useLevels)[number]

/** Example of the Summary of Benefits and Coverage of a level of use. */
const exampleOf = { low: 'fracture', medium: 'diabetes', high: 'baby' } as const

export const useLevelWords: Readonly<Record<UseLevel, string>> = {
  low: 'Low: one accident',
  medium: 'Medium: a chronic condition',
  high: 'High: having a baby',
}

/** Costs of a year by level of use, as decimal text. */
export type YearlyCosts = Record<UseLevel, string>

/**
 * Twelve premiums after the credit, and what one person pays in the insurer's own example for a level of use. Null where
 * the plan states no examples or has no premium.
 */
export function yearlyCosts(promoPremium: string | null, examples: UseExamples | null): YearlyCosts | null {
  const premium = promoPremium === null ? null : cents(promoPremium)
  if (premium === null || examples === null) return null
  const cost = (level: UseLevel) => amountOf(premium * 12 + (cents(examples[exampleOf[level]]) ?? 0))
  return { low: cost('low'), medium: cost('medium'), high: cost('high') }
}
