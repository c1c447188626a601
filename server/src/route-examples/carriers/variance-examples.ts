import type { expectedCashRows } from '@coverdesk/domain/variances/expected-cash-contract.ts'
import type { expectedMonths } from '@coverdesk/domain/variances/expected-month-contract.ts'
import type { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../../expected/derive-months.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { policyOf } from '../back-office/policy-examples.ts'
import { type Actor, common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique, varianceOf } from '../example-records.ts'

const each = <More extends object>(more: More) => ({
  answers: common,
  own: async ({ agency, me }: Scene) => ({ id: await varianceOf(agency, me), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})

/** The variance of a month that two equal lines of a statement pay. */
async function duplicateOf(agency: TestApp, { agentId }: Actor): Promise<number> {
  const number = unique('policy').slice(0, 40)
  const { rows } = await sql<{ carrierId: number }>`
    with carrier as (insert into carriers (name) values (${`Carrier ${number}`}) returning id),
    schedule as (
      insert into commission_schedules (carrier_id, business, first_month, last_month, basis, amount)
      select id, 'both', '2026-01-01', '2026-12-01', 'member', 20 from carrier),
    policy as (
      insert into policies (carrier_id, policy_number, first_name, last_name, agent_id, effective_date, number_of_members)
      select id, ${number}, 'Ida', 'Case', ${agentId}, '2026-01-01', 1 from carrier returning *)
    insert into commission_lines (carrier_id, month, amount, policy_number, policy_id, last_line)
    select p.carrier_id, '2026-03-01', 20, p.policy_number, p.id, n from policy p, generate_series(1, 2) n
    returning carrier_id as "carrierId"`.execute(agency.db)
  const carrierId = rows[0]?.carrierId ?? 0
  await sql`select rebuild_commission_month_totals(${carrierId}, array['2026-03-01'::date])`.execute(agency.db)
  await inTransaction(agency.db, (db) => deriveMonths(db, [carrierId]))
  const found = await sql<{ id: number }>`
    select id from variances where carrier_id = ${carrierId} and class = 'duplicate'`.execute(agency.db)
  return found.rows[0]?.id ?? 0
}

export const expectedCashExamples: ExamplesOf<typeof expectedCashRows> = { list: nothing }

export const expectedMonthExamples: ExamplesOf<typeof expectedMonths> = { list: nothing }

export const varianceExamples: ExamplesOf<typeof variances> = {
  list: nothing,
  summary: nothing,
  ofPolicy: {
    answers: common,
    own: async ({ agency, me }) => ({ policyId: await policyOf(agency, me) }),
    missing: () => ({ policyId: nowhere }),
  },
  one: each({}),
  statuses: each({}),
  setStatus: {
    ...each({ statusId: 2, comment: 'Called the carrier' }),
    leaves: { action: 'status', entity: 'variance' },
  },
  confirmEqualLines: {
    ...each({ reason: 'Two policies in one line each' }),
    own: async ({ agency, me }) => ({ id: await duplicateOf(agency, me), reason: 'The carrier says so' }),
    leaves: { action: 'update', entity: 'variance' },
  },
  withdrawEqualLines: {
    ...each({}),
    own: async ({ agency, me }) => {
      const id = await duplicateOf(agency, me)
      await sql`
        insert into equal_line_confirmations (carrier_id, policy_number, statement, amount, lines)
        select carrier_id, policy_number, month, 20, 2 from variances where id = ${id}`.execute(agency.db)
      return { id }
    },
    leaves: { action: 'update', entity: 'variance' },
  },
  history: each({}),
}
