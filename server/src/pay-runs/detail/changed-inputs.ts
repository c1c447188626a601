import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What a run is calculated from: lists whose version moves with each change, in the words of the page. */
const inputs = {
  commission_lines: 'statements or exceptions',
  policies: 'policies',
  commission_schedules: 'schedules',
  carriers: 'carriers',
  agents: 'agents',
  agent_credentials: 'licenses or appointments',
  agent_contracts: 'contracts',
  rates: 'rates',
  policy_splits: 'splits',
  agent_uplines: 'uplines',
  override_terms: 'overrides',
  agent_adjustments: 'adjustments',
  agent_advances: 'advances',
  pay_holds: 'holds',
} as const

const names = `{${Object.keys(inputs).join(',')}}`

/** Notes the present versions, before a calculation reads anything: what commits during it counts as a later change. */
export async function rememberInputs(db: Db, runId: number): Promise<void> {
  await sql`
    update pay_runs set inputs = (
      select jsonb_object_agg(v.list, v.version) from list_versions v where v.list = any(${names}::text[]))
    where id = ${runId}`.execute(db)
}

/** What changed since a draft was calculated, in words. A draft of an earlier release knows none of its inputs. */
export async function changedInputs(db: Db, runId: number): Promise<string[]> {
  const { rows } = await sql<{ list: keyof typeof inputs }>`
    select v.list from list_versions v join pay_runs r on r.id = ${runId}
    where v.list = any(${names}::text[]) and r.inputs <> '{}' and (r.inputs ->> v.list)::bigint is distinct from v.version
    order by array_position(${names}::text[], v.list)`.execute(db)
  return rows.map(({ list }) => inputs[list])
}
