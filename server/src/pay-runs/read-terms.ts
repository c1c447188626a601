import { healthLines } from '@coverdesk/domain/agents/agent-credentials.ts'
import { type Authority, maySell, type SellingAgent } from '@coverdesk/domain/agents/may-sell.ts'
import {
  maxLevels,
  type PayTerms,
  type TermsOfMonth,
  type Upline,
  wholePercent,
} from '@coverdesk/domain/pay-runs/earnings-of.ts'
import { sql } from 'kysely'
import { sellingAgents } from '../agents/agent-queries.ts'
import type { Db } from '../platform/db/database.ts'

/** Days that a row is for; the last one included. */
interface Span {
  start: string
  end: string | null
}
interface TermsRow extends Span, PayTerms {
  agentId: number
  carrierId: number | null
  level: number
}
interface UplineRow extends Span {
  agentId: number
  uplineId: number
}
interface ShareRow extends Span {
  policyId: number
  agentId: number
  share: number
}

/** Sale whose agent's authority decides about a hold. */
export interface SaleOfMonth {
  agentId: number
  carrier: { id: number; name: string }
  state: { code: string; name: string } | null
  day: string
}

/** Terms of pay of all agents, in memory: rule 12 for any agent, carrier, policy and day. */
export class TermsBook {
  readonly #terms: ReadonlyMap<number, readonly TermsRow[]>
  readonly #overrides: ReadonlyMap<number, readonly TermsRow[]>
  readonly #uplines: ReadonlyMap<number, readonly UplineRow[]>
  readonly #shares: ReadonlyMap<number, readonly ShareRow[]>
  readonly #agents: ReadonlyMap<number, SellingAgent>
  readonly #known = new Map<string, Pick<TermsOfMonth, 'writing' | 'uplines'>>()
  readonly #authorities = new Map<string, Authority>()

  constructor(rows: {
    terms: readonly TermsRow[]
    overrides: readonly TermsRow[]
    uplines: readonly UplineRow[]
    shares: readonly ShareRow[]
    agents: ReadonlyMap<number, SellingAgent>
  }) {
    this.#terms = Map.groupBy(rows.terms, ({ agentId }) => agentId)
    this.#overrides = Map.groupBy(rows.overrides, ({ agentId }) => agentId)
    this.#uplines = Map.groupBy(rows.uplines, ({ agentId }) => agentId)
    this.#shares = Map.groupBy(rows.shares, ({ policyId }) => policyId)
    this.#agents = rows.agents
  }

  /** Terms of the agent of record with a carrier on a day; a policy's split divides them. */
  of(agentId: number, carrierId: number, policyId: number | null, day: string): TermsOfMonth {
    const key = `${agentId} ${carrierId} ${day}`
    const known = this.#known.get(key) ?? {
      writing: this.#writing(agentId, carrierId, day),
      uplines: this.#chain(agentId, carrierId, day),
    }
    this.#known.set(key, known)
    return { ...known, shares: this.#split(agentId, policyId, day) }
  }

  /**
   * Whether an agent may have sold a policy in force on a day. An agent without any licenses, or appointments, on record is not
   * held for them: the agency does not record them here.
   */
  authority({ agentId, carrier, state, day }: SaleOfMonth): Authority {
    const key = `${agentId} ${carrier.id} ${state?.code} ${day}`
    const known = this.#authorities.get(key)
    if (known) return known
    const agent = this.#agents.get(agentId)
    const licensed = agent?.licenses.some(({ line }) => healthLines.includes(line))
    const authority = agent
      ? maySell(agent, {
          date: day,
          ...(state && licensed ? { state } : {}),
          ...(agent.appointments.length > 0 ? { carrier } : {}),
        })
      : { may: true, reasons: [], unknown: [] }
    this.#authorities.set(key, authority)
    return authority
  }

  #writing(agentId: number, carrierId: number, day: string): PayTerms | null {
    const rows = (this.#terms.get(agentId) ?? []).filter((row) => holds(row, day))
    const contracts = rows.filter(({ source }) => source === 'contract')
    return (
      contracts.find((row) => row.carrierId === carrierId) ??
      contracts.find((row) => row.carrierId === null) ??
      rows.find((row) => row.source === 'rate' && row.carrierId === carrierId) ??
      null
    )
  }

  #chain(agentId: number, carrierId: number, day: string): Upline[] {
    const chain: Upline[] = []
    let below = agentId
    for (let level = 1; level <= maxLevels; level++) {
      const up = this.#uplines.get(below)?.find((row) => holds(row, day))
      if (!up) break
      const rows = (this.#overrides.get(up.uplineId) ?? []).filter((row) => row.level === level && holds(row, day))
      const terms =
        rows.find((row) => row.carrierId === carrierId) ?? rows.find((row) => row.carrierId === null) ?? null
      chain.push({ level, agentId: up.uplineId, isActive: this.#agents.get(up.uplineId)?.statusId === 1, terms })
      below = up.uplineId
    }
    return chain
  }

  #split(agentId: number, policyId: number | null, day: string): TermsOfMonth['shares'] {
    const rows = policyId === null ? [] : (this.#shares.get(policyId) ?? []).filter((row) => holds(row, day))
    return rows.length > 0 ? rows : [{ agentId, share: wholePercent }]
  }
}

const holds = ({ start, end }: Span, day: string) => start <= day && (end === null || end >= day)

/** Reads the terms of all agents, by the rows of now. */
export async function readTerms(db: Db): Promise<TermsBook> {
  const value = sql`case basis when 'percent' then (percent * 10000)::int else (amount * 100)::int end`
  const basis = sql`case basis when 'percent' then 'percent' else 'member' end`
  const [terms, overrides, uplines, shares, agents] = [
    await sql<TermsRow>`
      select id, 'contract' as source, agent_id as "agentId", carrier_id as "carrierId", 0 as level, start_date::text as start,
        end_date::text as end, ${basis} as basis, ${value} as value from agent_contracts
      union all
      select id, 'rate', agent_id, carrier_id, 0, start_date::text, end_date::text, 'member', (rate * 100)::int from agent_rates`.execute(
      db,
    ),
    await sql<TermsRow>`
      select id, 'override' as source, agent_id as "agentId", carrier_id as "carrierId", level, start_date::text as start,
        end_date::text as end, ${basis} as basis, ${value} as value from override_terms`.execute(db),
    await sql<UplineRow>`
      select agent_id as "agentId", upline_id as "uplineId", start_date::text as start, end_date::text as end
      from agent_uplines`.execute(db),
    await sql<ShareRow>`
      select policy_id as "policyId", agent_id as "agentId", (share * 10000)::int as share, start_date::text as start,
        end_date::text as end from policy_splits order by policy_id, agent_id`.execute(db),
    await sellingAgents(db),
  ] as const
  return new TermsBook({
    terms: terms.rows,
    overrides: overrides.rows,
    uplines: uplines.rows,
    shares: shares.rows,
    agents,
  })
}
