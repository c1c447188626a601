import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { activeAgent } from '@coverdesk/domain/agents/may-sell.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { mayWorkOnVariances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition, BulkRecord } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { visibleVariance } from './variance-queries.ts'

const works = (user: SignedIn) => mayPass(mayWorkOnVariances, user)

/** Bulk action that gives open variances to an owner, or to none. */
export const assignVariances: BulkDefinition = {
  history: { field: 'Owner', done: 'Assigned' },
  lock: lockVariances,
  mayChange: works,
  canSeeAll: works,
  nameOf: agentNameOf,
  refuseValue: async (db, _user, agentId) => refuseInactive(db, agentId),
  write: async (db, writes) => {
    await sql`
      update variances v set owner_id = w.value, version = v.version + 1, updated_at = now()
      from ${writesTable(writes)} w where v.id = w.id`.execute(db)
  },
}

async function lockVariances(db: Db, user: SignedIn, ids: readonly number[]): Promise<BulkRecord[]> {
  const { rows } = await sql<BulkRecord>`
    select l.id, l.version, concat_ws(' ', l.policy_number, to_char(l.month, 'MM/YYYY'), l.insured_name) as name, l.owner_id as value,
      a.name as "valueName", null as at, null::bigint as by
    from (select v.* from variances v where v.id = any(${ids}::bigint[]) and v.closed_at is null
      and ${visibleVariance(user.visibility('Statement'))} order by v.id for no key update of v) l
    left join agents a on a.id = l.owner_id
    order by l.id`.execute(db)
  return rows
}

async function refuseInactive(db: Db, agentId: number | null): Promise<void> {
  if (agentId === null) return
  const agent = await db.selectFrom('agents').select('status_id').where('id', '=', agentId).executeTakeFirst()
  if (!agent) return fail('agent.not_found')
  const message = 'This agent is not active'
  if (agent.status_id !== activeAgent) fail('request.invalid', { message, details: [{ path: 'agentId', message }] })
}
