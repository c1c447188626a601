import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport } from '../platform/imports/import-definition.ts'

/** Maximum number of unknown names shown for mapping. */
const maxUnknown = 40

/** 'Ortiz, Ben A.' and 'BEN A ORTIZ' are the same name. */
export const nameKey = (name: string) =>
  sql`regexp_replace(plain_text(regexp_replace(${sql.ref(name)}, '^\\s*([^,]+?)\\s*,\\s*(.+)$', '\\2 \\1')), '[^[:alnum:]]+', ' ', 'g')`

/**
 * Sets the NPN of staged rows that name their agent instead: by the agent that the profile maps the name to (#id or NPN), or by
 * the name if one agent alone has it. Reports the other names. The name is no column of the record.
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
  const { rows: unknown } = await sql<{ value: string; rows: number }>`
    select agent_name as value, count(*)::int as rows from ${rows}
    where agent_npn is null and agent_name is not null group by 1 order by 2 desc, 1 limit ${maxUnknown}`.execute(db)
  staged.unknownValues.push(
    ...unknown.map((of) => ({ field: 'AgentName', heading: staged.headingOf('AgentName'), ...of })),
  )
  const others = staged.columns.filter((column) => column !== 'agent_name' && column !== 'agent_npn')
  staged.columns = [...others, 'agent_npn']
}
