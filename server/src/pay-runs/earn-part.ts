import { type Earning, type EarningRole, earningsOf, type PayTerms } from '@coverdesk/domain/pay-runs/earnings-of.ts'
import type { LinePart } from './read-parts.ts'
import type { TermsBook } from './read-terms.ts'

/** Row of pay_earnings; amounts in whole cents. */
export interface EarningRow {
  lineId: number
  kind: 'earned' | 'chargeback' | 'correction' | 'release' | 'open'
  part: Pick<LinePart, 'carrierId' | 'policyId' | 'policyNumber' | 'statement' | 'month' | 'members'>
  gross: number
  agency: number
  agentId: number | null
  role: EarningRole | 'agency'
  level: number
  terms: PayTerms | null
  /** As in Earning. */
  share: number | null
  amount: number
  held: string | null
  reverses: number | null
}

/** Agent who earns the writing part, 'agency' for business of another agency's agent, or 'unknown' without any. */
export function earnerOf(part: LinePart): number | 'agency' | 'unknown' {
  if (part.agentBy === 'person' && part.agentId !== null) return part.agentId
  if (part.aorNpn !== null) return part.aorId ?? 'agency'
  return part.agentId ?? 'unknown'
}

const missingWords = {
  contract: 'No contract or rate of the agent for the month',
  members: 'The number of members is not known',
} as const

/**
 * What a part earns, by the terms of its month, for `gross` of it (rules 12 to 16 and 18); a bonus is the agency's (rule 10). A part of
 * no known agent has no rows: it waits for one.
 */
export function earnPart(part: LinePart, gross: number, terms: TermsBook): EarningRow[] {
  const earner = part.isIgnored || part.kind === 'bonus' ? 'agency' : earnerOf(part)
  if (earner === 'unknown') return []
  const row = { lineId: part.lineId, part, kind: 'earned', reverses: null } as const
  const agencyOnly = {
    ...row,
    gross,
    agency: gross,
    agentId: null,
    role: 'agency',
    level: 0,
    terms: null,
    share: null,
    amount: 0,
    held: null,
  } as const
  if (earner === 'agency') return [agencyOnly]
  const earned = earningsOf({ gross, members: part.members }, terms.of(earner, part.carrierId, part.policyId, part.day))
  if (earned.missing)
    return [{ ...agencyOnly, kind: 'open', agentId: earner, role: 'writing', held: missingWords[earned.missing] }]
  return earned.earnings.map((earning, at) => ({
    ...row,
    ...earning,
    gross: at === 0 ? gross : 0,
    agency: at === 0 ? earned.agency : 0,
    held: whyHeld(part, earning, terms),
  }))
}

/** Rule 18: why an earning is not paid yet; null when it is. What is in doubt of the line holds overrides too, a license does not. */
export function whyHeld(
  part: LinePart,
  { agentId, role }: Pick<Earning, 'agentId' | 'role'>,
  terms: TermsBook,
): string | null {
  if (part.hold !== null) return `Held by a person: ${part.hold}`
  if (part.agentBy !== 'person' && part.npn !== null && part.aorNpn !== null && part.npn !== part.aorNpn)
    return `The statement names NPN ${part.npn}, the agent of record is NPN ${part.aorNpn}`
  if (part.isLaterDuplicate) return 'Equal to an earlier line of the statement: is it paid twice?'
  if (role === 'override') return null
  const state = part.state === null ? null : { code: part.state, name: part.stateName ?? part.state }
  const authority = terms.authority({
    agentId,
    carrier: { id: part.carrierId, name: part.carrier },
    state,
    day: part.day,
  })
  return authority.may ? null : authority.reasons.join('. ')
}
