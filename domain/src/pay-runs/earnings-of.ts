import { allot, portionOf } from './allot.ts'

/** Levels of a hierarchy that earn overrides (rule 15). */
export const maxLevels = 5

/** A whole in ten-thousandths of a percent: contracts and splits have up to four decimals. */
export const wholePercent = 1_000_000

/** Row that an amount follows from: a contract or override, or a rate of agents. */
export interface PayTerms {
  source: 'contract' | 'rate' | 'override'
  /** Id of its row. */
  id: number
  /** Percent of the line, in ten-thousandths of a percent, or whole cents per member. */
  basis: 'percent' | 'member'
  value: number
}

/** Level of the agent of record's hierarchy. Without terms, or inactive, its part stays with the agency. */
export interface Upline {
  level: number
  agentId: number
  isActive: boolean
  terms: PayTerms | null
}

/** Terms in effect on the first covered day of a policy month (rule 12). */
export interface TermsOfMonth {
  writing: PayTerms | null
  /** Division of the writing part in ten-thousandths of a percent; the agent of record alone without a split. */
  shares: readonly { agentId: number; share: number }[]
  /** By level. */
  uplines: readonly Upline[]
}

/** Part of a received line that belongs to one policy month. */
export interface GrossPart {
  /** Whole cents. */
  gross: number
  members: number | null
}

export type EarningRole = 'writing' | 'override'

export interface Earning {
  agentId: number
  role: EarningRole
  /** 0 for the writing part. */
  level: number
  terms: PayTerms
  /** Share of the writing part in ten-thousandths of a percent; null without a split. */
  share: number | null
  /** Whole cents. */
  amount: number
}

/** What is earned of a part; with the agency's amount it adds up to the part. */
export interface Earned {
  earnings: Earning[]
  /** Whole cents (rule 16). */
  agency: number
  /** Nothing can be calculated yet, so all of it stays open (rule 13). */
  missing: 'contract' | 'members' | null
}

/** Rules 13 to 16: writing part, split, overrides and what the agency keeps, in whole cents. */
export function earningsOf(part: GrossPart, { writing, shares, uplines }: TermsOfMonth): Earned {
  const nothing = { earnings: [], agency: part.gross }
  const paying = uplines.filter((upline) => upline.isActive && upline.terms && upline.level <= maxLevels)
  if (!writing) return { ...nothing, missing: 'contract' }
  const needsMembers = [writing, ...paying.flatMap(({ terms }) => terms ?? [])].some(({ basis }) => basis === 'member')
  if (needsMembers && part.members === null) return { ...nothing, missing: 'members' }

  const writingPart = amountBy(writing, part, part.gross)
  const divided = allot(
    writingPart,
    shares.map(({ agentId, share }) => ({ order: agentId, weight: share })),
  )
  const earnings: Earning[] = shares.map(({ agentId, share }, at) => ({
    agentId,
    role: 'writing',
    level: 0,
    terms: writing,
    share: share === wholePercent ? null : share,
    amount: divided[at] ?? 0,
  }))
  let left = part.gross - writingPart
  for (const { agentId, level, terms } of paying.toSorted((one, other) => one.level - other.level)) {
    if (!terms) continue
    const amount = amountBy(terms, part, left)
    if (amount === 0) continue
    earnings.push({ agentId, role: 'override', level, terms, share: null, amount })
    left -= amount
  }
  return { earnings, agency: left, missing: null }
}

/** Amount by one row, with the sign of the line and at most the rest of it. */
function amountBy({ basis, value }: PayTerms, { gross, members }: GrossPart, left: number): number {
  const amount = basis === 'percent' ? portionOf(gross, value, wholePercent) : value * Math.abs(members ?? 0)
  const limited = Math.min(Math.abs(amount), Math.abs(left))
  return gross < 0 ? 0 - limited || 0 : limited
}
