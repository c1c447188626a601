import { samePerson } from '@coverdesk/domain/consents/same-person.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/** Maximum number of unknown names shown for mapping. */
const maxUnknown = 40

/** 'Ortiz, Ben A.' and 'BEN A ORTIZ' are the same name. */
export const nameKey = (name: string) =>
  sql`regexp_replace(plain_text(regexp_replace(${sql.ref(name)}, '^\\s*([^,]+?)\\s*,\\s*(.+)$', '\\2 \\1')), '[^[:alnum:]]+', ' ', 'g')`

/**
 * Sets the NPN of staged rows that name their agent instead: by the agent that the profile maps the name to (#id or NPN), by the
 * name if one agent alone has it, or by first and last name. Reports the last ones and the names that no agent fits. The name is no
 * column of the record.
 */
export async function setAgentsByName(db: Db, staged: StagedImport): Promise<void> {
  if (!staged.columns.includes('agent_name')) return
  const rows = sql.table(staged.rows)
  await sql`
    update ${rows} r set agent_npn = m.npn
    from (
      select n.agent_name, case when n.agent_name ~ '^[0-9]{1,10}$' then n.agent_name
        when n.agent_name ~ '^#[0-9]{1,9}$' then (select a.npn from agents a where a.id = substr(n.agent_name, 2)::bigint) else (
        select min(a.npn) from agents a where ${nameKey('a.name')} = ${nameKey('n.agent_name')} having count(*) = 1) end as npn
      from (select distinct agent_name from ${rows} where agent_npn is null and agent_name is not null) n
    ) m
    where m.agent_name = r.agent_name and r.agent_npn is null and m.npn is not null`.execute(db)
  const heading = staged.headingOf('AgentName')
  const guesses = await setAgentsByFirstAndLast(db, staged)
  const { rows: unknown } = await sql<{ value: string; rows: number }>`
    select agent_name as value, count(*)::int as rows from ${rows}
    where agent_npn is null and agent_name is not null group by 1 order by 2 desc, 1 limit ${maxUnknown}`.execute(db)
  staged.unknownValues.push(...[...guesses, ...unknown].map((of) => ({ field: 'AgentName', heading, ...of })))
  const others = staged.columns.filter((column) => column !== 'agent_name' && column !== 'agent_npn')
  staged.columns = [...others, 'agent_npn']
}

/**
 * A name without the agent's middle name, or with one that the agent's lacks, is the agent's if no other agent has its first and
 * last name, also where the middle names contradict each other. Returns these names with their agents.
 */
async function setAgentsByFirstAndLast(
  db: Db,
  staged: StagedImport,
): Promise<{ value: string; rows: number; guess: string }[]> {
  const rows = sql.table(staged.rows)
  const ends = (key: string) =>
    sql`substring(trim(${sql.ref(key)}) from '^\\S+ '), substring(trim(${sql.ref(key)}) from ' \\S+$')`
  const { rows: alone } = await sql<{ said: string; key: string; name: string; nameKey: string; npn: string }>`
    with said as materialized (
      select n.said, ${nameKey('n.said')} as key
      from (select distinct agent_name as said from ${rows} where agent_npn is null and agent_name is not null) n
    ),
    known as materialized (select a.name, a.npn, ${nameKey('a.name')} as key from agents a)
    select s.said, min(s.key) as key, min(k.name) as name, min(k.key) as "nameKey", min(k.npn) as npn
    from said s join known k on (${ends('k.key')}) = (${ends('s.key')})
    group by s.said having count(*) = 1 and min(k.npn) is not null`.execute(db)
  const guesses = alone.filter(({ key, nameKey }) => samePerson(key.trim(), nameKey.trim()))
  if (guesses.length === 0) return []
  const { rows: counted } = await sql<{ value: string; rows: number; guess: string }>`
    with guess as (
      select * from unnest(${guesses.map(({ said }) => said)}::text[], ${guesses.map(({ npn }) => npn)}::text[],
        ${guesses.map(({ name }) => name)}::text[]) g (said, npn, name)
    ),
    set as (
      update ${rows} r set agent_npn = g.npn from guess g where g.said = r.agent_name and r.agent_npn is null returning g.said, g.name
    )
    select said as value, name as guess, count(*)::int as rows from set group by 1, 2 order by 3 desc, 1`.execute(db)
  return counted
}
