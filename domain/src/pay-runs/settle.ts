import { wholePercent } from './earnings-of.ts'

/** Advance that is not recovered yet. */
export interface OpenAdvance {
  id: number
  /** Whole cents. */
  outstanding: number
  /** Ten-thousandths of a percent of what was earned. */
  percent: number
}

export interface Settlement {
  recoveries: { advanceId: number; amount: number }[]
  recovered: number
  carriedOut: number
  /** Whole cents, with new advances. */
  paid: number
}

interface ToSettle {
  /** Earned in the run, with chargebacks. */
  earned: number
  adjustments: number
  /** New advances of the run, paid in full. */
  advances: number
  /** Oldest first. */
  outstanding: readonly OpenAdvance[]
  carriedIn: number
  /** Less is carried. */
  minimum: number
  /** A person holds the agent's pay. */
  isHeld: boolean
}

/**
 * Rule 19: recovery, minimum and carry-forward of an agent. Paid = earned + adjustments + advances − recoveries + carried in −
 * carried out.
 */
export function settle(agent: ToSettle): Settlement {
  const base = agent.earned + agent.adjustments
  const recoveries: Settlement['recoveries'] = []
  let left = Math.max(base, 0)
  for (const { id, outstanding, percent } of agent.outstanding) {
    const part = Number((BigInt(Math.max(base, 0)) * BigInt(percent)) / BigInt(wholePercent))
    const amount = Math.min(outstanding, part, left)
    if (amount <= 0) continue
    recoveries.push({ advanceId: id, amount })
    left -= amount
  }
  const recovered = recoveries.reduce((sum, { amount }) => sum + amount, 0)
  const net = base - recovered + agent.carriedIn
  const isCarried = net < 0 || net < agent.minimum || agent.isHeld
  return {
    recoveries,
    recovered,
    carriedOut: isCarried ? net : 0,
    paid: (isCarried ? 0 : net) + agent.advances,
  }
}
