import { cmsFindings } from '@coverdesk/domain/cms-registration/cms-findings.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { Db } from '../platform/db/database.ts'
import { findAuthority } from './agent-queries.ts'

/**
 * Fails with `agent.not_on_exchange` when CMS's lists forbid the agent to sell in one of these states (undefined: not known).
 * Unlike a missing license, which the agency may not record here, this is the exchange's own word.
 */
export async function refuseOffExchange(
  db: Db,
  agentId: number,
  { states, today, planYear }: { states: readonly ({ code: string } | undefined)[]; today: string; planYear?: number },
): Promise<void> {
  const agent = await findAuthority(db, agentId)
  if (!agent) return
  const reasons = states.flatMap((state) => cmsFindings(agent.npn, agent.cms, { state, date: today, planYear }).reasons)
  if (reasons.length > 0) fail('agent.not_on_exchange', { message: `${[...new Set(reasons)].join('. ')}.` })
}
