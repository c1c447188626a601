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
