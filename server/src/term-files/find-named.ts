import { sql } from 'kysely'
import { nameKey } from '../agents/agents-by-name.ts'
import type { Db } from '../platform/db/database.ts'
import type { StagedRow } from './term-file.ts'

/** Record that cells name, or why there is none. `unknown`: the name can be mapped to a record. */
export type Named = { id: number; name: string } | { problem: string; value: string | null; unknown?: true }

/** Finds agents and carriers by what the cells of a file say. */
export interface NamedRecords {
  /** By NPN, else by name. */
  agent(npn: string | null | undefined, name: string | null | undefined): Named | null
  carrier(name: string | null | undefined): Named | null
}

/** Columns of a file with an agent, and with a carrier. */
interface NamingColumns {
  agents: readonly (readonly [npn: string, name: string])[]
  carrier?: string
}

/** Reads the agents and carriers that the rows name. */
export async function findNamed(db: Db, rows: readonly StagedRow[], columns: NamingColumns): Promise<NamedRecords> {
  const valuesOf = (column: string) => rows.flatMap(({ cells }) => cells[column] ?? [])
  const npns = [...new Set(columns.agents.flatMap(([npn]) => valuesOf(npn)))]
  const names = [...new Set(columns.agents.flatMap(([, name]) => valuesOf(name)))]
  const carriers = columns.carrier === undefined ? [] : [...new Set(valuesOf(columns.carrier))]
  const byNpn = await agentsByNpn(db, npns)
  const byName = await agentsByName(db, names)
  const carrierBy = await carriersByName(db, carriers)
  return {
    agent: (npn, name) => {
      if (npn) return byNpn.get(npn) ?? { problem: `No agent has NPN ${npn}`, value: npn }
      if (!name) return null
      const found = byName.get(name)
      if (!found) return { problem: `No agent is named ${name}`, value: name, unknown: true }
      if (found.hits === 1) return found
      return { problem: `${found.hits} agents are named ${name}; the NPN tells which one`, value: name, unknown: true }
    },
    carrier: (name) =>
      name ? (carrierBy.get(name) ?? { problem: `No carrier is named ${name}`, value: name, unknown: true }) : null,
  }
}

export const isFound = (named: Named | null): named is { id: number; name: string } => named !== null && 'id' in named

type Agent = { id: number; name: string }

async function agentsByNpn(db: Db, npns: readonly string[]): Promise<Map<string, Agent>> {
  if (npns.length === 0) return new Map()
  const { rows } = await sql<Agent & { npn: string }>`
    select id, name, npn from agents where npn = any(${npns}::text[])`.execute(db)
  return new Map(rows.map(({ npn, ...agent }) => [npn, agent]))
}

/** '#12' is the agent that the user mapped a name to. */
async function agentsByName(db: Db, names: readonly string[]): Promise<Map<string, Agent & { hits: number }>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ said: string; hits: number; id: number; name: string }>`
    with said as materialized (
      select s.said, ${nameKey('s.said')} as key from unnest(${names}::text[]) s (said)
    ),
    known as materialized (select a.id, a.name, ${nameKey('a.name')} as key from agents a)
    select f.said, count(*)::int as hits, min(f.id) as id, min(f.name) as name
    from (
      select s.said, k.id, k.name from said s join known k on k.key = s.key
      union all
      select s.said, k.id, k.name from said s join known k
        on k.id = case when s.said ~ '^#[0-9]{1,9}$' then substr(s.said, 2)::bigint end
    ) f
    group by f.said`.execute(db)
  return new Map(rows.map(({ said, ...found }) => [said, found]))
}

/** '#7' is the carrier that the user mapped a name to. */
async function carriersByName(db: Db, names: readonly string[]): Promise<Map<string, Agent>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<Agent & { said: string }>`
    select s.said, c.id, c.name
    from unnest(${names}::text[]) s (said)
    join lateral (
      select min(n.carrier_id) as id from carrier_names n where n.name_key = carrier_key(s.said) having count(*) > 0
      union all
      select substr(s.said, 2)::bigint where s.said ~ '^#[0-9]{1,9}$'
      limit 1
    ) f on true
    join carriers c on c.id = f.id`.execute(db)
  return new Map(rows.map(({ said, ...carrier }) => [said, carrier]))
}
