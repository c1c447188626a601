import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import { type LedgerMonth, owedFor, policyLedger } from '@coverdesk/domain/expected/policy-ledger.ts'
import { isFault } from '@coverdesk/domain/expected/variance-class.ts'
import { varianceReason } from '@coverdesk/domain/expected/variance-reason.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { PolicyMonth, VarianceRow, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { policiesOfPerson } from '../expected/person-chains.ts'
import { readCarrier } from '../expected/read-carrier.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { paidLines } from './explain-variance.ts'
import { selectVariances } from './variance-list.ts'

/** The ledger of a policy, computed by the rules that derive its variances. */
export const monthsOfPolicy: Handler<typeof variances.ofPolicy> = async ({ db, user }, { policyId }) => {
  const carrierId = await carrierOf(db, user.visibility('Statement'), policyId)
  const carrier = (await readCarrier(db, carrierId)) ?? fail('carrier.not_found')
  const chain = await policiesOfPerson(db, carrierId, policyId)
  const policy = chain.find(({ id }) => id === policyId) ?? fail('record.not_found')
  const ledger = policyLedger(policy, chain, carrier)
  const lines = await paidLines(db, ledger)
  const open = await openVariances(db, policyId)
  const months = ledger.map((one, place) => ({
    month: firstDayOf(one.month),
    members: one.facts.members,
    class: one.class,
    reason: varianceReason(one, policy, carrier),
    expected: one.state === 'unrated' ? null : amountOf(owedFor(one)),
    received: amountOf(one.received),
    gap: gapOf(one),
    lines: lines[place] ?? [],
    variance: open.get(firstDayOf(one.month)) ?? null,
  }))
  return { policyId, months }
}

/** A policy of the agents whose statements the user sees; any other fails as missing (P-26). */
async function carrierOf(db: Db, visibility: Visibility, policyId: number): Promise<number> {
  const visible = visibility.all ? sql`true` : sql`agent_id = any(${visibility.agentIds}::bigint[])`
  const policy = await db
    .selectFrom('policies')
    .select('carrier_id')
    .where('id', '=', policyId)
    .where(visible.$castTo<boolean>())
    .executeTakeFirst()
  return policy?.carrier_id ?? fail('policy.not_found')
}

function gapOf(month: LedgerMonth): string | null {
  const { state, class: kind, received } = month
  if (state === 'unrated') return null
  return amountOf(isFault(kind) ? received - owedFor(month) : 0)
}

async function openVariances(db: Db, policyId: number): Promise<Map<string, PolicyMonth['variance']>> {
  const { rows } = await sql<VarianceRow>`
    ${selectVariances} where v.policy_id = ${policyId} and v.closed_at is null`.execute(db)
  return new Map(rows.map(({ month, id, status, stake }) => [month, { id, status, stake }]))
}
