import type { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import type { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import type { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { sql } from 'kysely'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

/** Each file has different content, because identical files are refused. */
const load = {
  answers: common,
  own: async ({ agency }: Scene) => ({ carrierId: await agency.carrier(unique('carrier')), month: 3, year: 2026 }),
  missing: () => ({ carrierId: nowhere }),
  file: async () => ({
    bytes: Buffer.from(`PolicyNumber,Amount\n${unique('number').slice(0, 40)},22.05\n`),
    type: 'text/csv',
    name: 'commissions.csv',
  }),
}

export const commissionLoadExamples: ExamplesOf<typeof commissionLoads> = {
  upload: { ...load, leaves: { action: 'import', entity: 'commissions' } },
  check: load,
}

const month = { month: 3, year: 2026 }
const ofStatement = {
  answers: common,
  own: async (scene: Scene) => ({ carrierId: await statementOf(scene), ...month }),
  missing: () => ({ carrierId: nowhere, ...month }),
}

export const statementExamples: ExamplesOf<typeof statements> = {
  lines: nothing,
  load: {
    ...load,
    own: async (scene) => ({ ...(await load.own(scene)), csvFormat: 'Standard' as const }),
    missing: () => ({ ...month, carrierId: nowhere, csvFormat: 'Standard' as const }),
    leaves: { action: 'import', entity: 'commissions' },
  },
  standing: ofStatement,
  remove: { ...ofStatement, leaves: { action: 'delete', entity: 'statement' } },
}

export const statementCheckExamples: ExamplesOf<typeof statementChecks> = {
  one: ofStatement,
  lines: { ...nothing, own: async (scene) => ({ carrierId: await statementOf(scene) }) },
  ofFile: {
    ...ofStatement,
    own: async (scene) => ({ batchId: (await refusedOf(scene)).batchId }),
    missing: () => ({ batchId: nowhere }),
  },
  confirm: {
    ...ofStatement,
    own: async (scene) => ({ ...(await ofStatement.own(scene)), reason: 'Their portal says so' }),
    leaves: { action: 'update', entity: 'statement' },
  },
  withdraw: {
    ...ofStatement,
    own: async (scene) => {
      const statement = await ofStatement.own(scene)
      await sql`
        insert into statement_confirmations (carrier_id, month, lines) values (${statement.carrierId}, '2026-03-01', 1)`.execute(
        scene.agency.db,
      )
      return statement
    },
    leaves: { action: 'update', entity: 'statement' },
  },
  setAside: {
    ...ofStatement,
    own: async (scene) => ({ ...(await refusedOf(scene)), reason: 'A subtotal' }),
    missing: () => ({ ...ofStatement.missing(), reason: 'A subtotal' }),
    leaves: { action: 'update', entity: 'statement' },
  },
  putBack: {
    ...ofStatement,
    own: async (scene) => {
      const row = await refusedOf(scene)
      await sql`
        insert into refused_rows_set_aside (file_hash, line, reason)
        select file_hash, ${row.line}, 'A subtotal' from import_batches where id = ${row.batchId}`.execute(
        scene.agency.db,
      )
      return row
    },
    missing: () => ({ ...ofStatement.missing(), batchId: nowhere, line: 3 }),
    leaves: { action: 'update', entity: 'statement' },
  },
}

/** A statement of March 2026 whose file has a refused row. */
async function refusedOf(scene: Scene) {
  const statement = await ofStatement.own(scene)
  const { rows } = await sql<{ batchId: number }>`
    with run as (
      insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, started_by_job)
      values (gen_random_uuid(), 'commissions', false, 'loaded', 'done', ${statement.carrierId}, '2026-03-01', 'r.csv', 'test')
      returning id),
    problem as (
      insert into import_refusals (run_id, line, position, column_name, reason) select id, 3, 0, 'Amount', 'Not a number' from run)
    insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, rows_read, rows_new, rows_changed,
      rows_unchanged, rows_missing, rows_refused, loaded_by_job)
    select id, 'commissions', ${statement.carrierId}, '2026-03-01', 'r.csv', ${Buffer.from(unique('file'))}, 1, 2, 1, 0, 0, 0, 1, 'test'
    from run returning id as "batchId"`.execute(scene.agency.db)
  return { ...statement, batchId: rows[0]?.batchId ?? 0, line: 3 }
}

export const agentStatementExamples: ExamplesOf<typeof agentStatements> = { list: nothing }

/** A carrier with one line of March 2026. */
async function statementOf({ agency }: Scene): Promise<number> {
  const carrierId = await agency.carrier(unique('carrier'))
  await sql`
    insert into commission_lines (carrier_id, month, amount, policy_number) values (${carrierId}, '2026-03-01', 22.05, 'C1')`.execute(
    agency.db,
  )
  await sql`select rebuild_commission_month_totals(${carrierId}, array['2026-03-01'::date])`.execute(agency.db)
  return carrierId
}

export const trackingExamples: ExamplesOf<typeof tracking> = { paymentSummaries: nothing }
