import { firstDayOf, monthOfDay } from '../expected/month-count.ts'
import { allot, portionOf } from '../pay-runs/allot.ts'
import { type PayTerms, wholePercent } from '../pay-runs/earnings-of.ts'
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

/** Contract of the agent, with the carrier or with any. */
export type PayContract = Omit<RateSpan, 'id'> & Pick<PayTerms, 'basis' | 'value'> & { carrier: 'this' | 'any' }

/** Division of the writing part of the policy, in ten-thousandths of a percent by agent. */
export type PaySplit = Omit<RateSpan, 'id'> & { shares: readonly { agentId: number; share: number }[] }

/** Terms of an agent for lines of one policy. */
export interface AgentTerms {
  agentId: number
  contracts: readonly PayContract[]
  rates: readonly PayRate[]
  splits: readonly PaySplit[]
}

/**
 * What the agency pays an agent of a received line, in whole cents (decisions 141, 264 and 270): by the contract or rate of the
 * policy month, at most the line, with its sign, and of that the agent's share; nothing of a bonus. Null without terms, or
 * without the members they need: not rated.
 */
export function agentPay(line: ReceivedAmount, terms: AgentTerms, arrears: number): number | null {
  if (line.kind === 'bonus') return 0
  const day = firstDayOf(monthOfDay(line.month) - arrears)
  const part = writingPart(line, terms, day)
  const split = terms.splits.find((span) => isInForce(span, day))
  if (part === null || !split) return part
  const parts = allot(
    part,
    split.shares.map(({ agentId, share }) => ({ order: agentId, weight: share })),
  )
  return parts[split.shares.findIndex(({ agentId }) => agentId === terms.agentId)] ?? 0
}

function writingPart(line: ReceivedAmount, { contracts, rates }: AgentTerms, day: string): number | null {
  const contract = contractOn(day, contracts)
  if (contract?.basis === 'percent') return portionOf(line.amount, contract.value, wholePercent)
  const rate = contract ? contract.value : (rates.find((span) => isInForce(span, day))?.cents ?? null)
  const members = line.members ?? line.policyMembers
  if (rate === null || members === null) return null
  const pay = Math.min(Math.abs(line.amount), rate * Math.abs(members))
  return line.amount < 0 ? 0 - pay : pay
}

/** Contract of the carrier, else of any carrier. */
function contractOn(day: string, contracts: readonly PayContract[]): PayContract | undefined {
  const inForce = contracts.filter((contract) => isInForce(contract, day))
  return inForce.find(({ carrier }) => carrier === 'this') ?? inForce[0]
}

function isInForce({ startDate, endDate }: Omit<RateSpan, 'id'>, day: string): boolean {
  return startDate <= day && (endDate === null || endDate >= day)
}
