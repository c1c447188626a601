import type { SetupChecklist } from '@coverdesk/domain/setup/setup-contract.ts'
import { type SetupCounts, type SetupStep, setupSteps, stepsDone } from '@coverdesk/domain/setup/setup-steps.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** First-run checklist, derived from stored data; a demo has none. */
export async function readChecklist(db: Db, { demo }: { demo: boolean }): Promise<SetupChecklist> {
  const { rows } = await sql<SetupCounts & { skipped: boolean }>`
    select identity is not null and postal_address is not null as "isAgencySet", setup_skipped_at is not null as skipped,
      (select count(*) from (select from carriers limit 1000) c) as carriers,
      (select count(*) from lookup_values where list = 'generic.2' and active) as locations,
      (select count(*) from (select from agents limit 1000) a) as agents,
      (select count(*) from (select from users where enabled limit 1000) u) as users,
      (select count(*) from (select from import_batches where kind = 'policies' and undone_at is null limit 1) b)
        as "policyFiles",
      (select count(*) from (select from commission_schedules limit 1000) s) as schedules,
      (select count(*) from (select from import_batches where kind = 'commissions' and undone_at is null limit 1) b)
        as "statementFiles",
      (select count(*) from (select from agent_contracts union all select from agent_rates limit 1000) t) as "payTerms"
    from agency_settings`.execute(db)
  const [row] = rows
  if (!row) return { shown: false, steps: [] }
  const isDone = stepsDone(row)
  const counts: Record<SetupStep, number> = {
    agency: row.isAgencySet ? 1 : 0,
    carriers: row.carriers,
    locations: row.locations,
    agents: row.agents,
    users: row.users,
    policies: row.policyFiles,
    schedules: row.schedules,
    statements: row.statementFiles,
    payTerms: row.payTerms,
  }
  const steps = setupSteps.map((id) => ({ id, done: isDone[id], count: counts[id] }))
  return { shown: !demo && !row.skipped && steps.some(({ done }) => !done), steps }
}
