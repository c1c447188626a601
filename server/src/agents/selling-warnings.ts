import { maySell } from '@coverdesk/domain/agents/may-sell.ts'
import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Db } from '../platform/db/database.ts'
import { findAuthority } from './agent-queries.ts'

/** A state in which records live, and how many of them; with the carrier, where it is known. */
export interface LivingThere {
  code: string
  name: string
  records: number
  carrier?: { id: number; name: string } | null
}

/** Why an agent may not sell where these records live: what holds everywhere, then state by state with how many it concerns. */
export async function sellingWarnings(
  db: Db,
  agentId: number,
  { kind, states, today }: { kind: BulkKind; states: readonly LivingThere[]; today: string },
): Promise<string[]> {
  const agent = await findAuthority(db, agentId)
  if (!agent) return []
  const anywhere = new Set(maySell(agent, { date: today }).reasons)
  const there = states.flatMap((state) =>
    maySell(agent, { state, carrier: state.carrier ?? undefined, date: today })
      .reasons.filter((reason) => !anywhere.has(reason))
      .map((reason) => `${reason} (${countOf(kind, state.records)})`),
  )
  return [...anywhere, ...there]
}
