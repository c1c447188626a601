import type { AccountStatus } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { notify } from '../platform/realtime/notify.ts'

/**
 * Notifies the agent of each change of their account, so that no one redirects pay unseen, and of a waiting account those who may
 * approve it.
 */
export async function notifyOfBankAccount(
  db: Db,
  { user }: SignedInCall,
  agentId: number,
  state: AccountStatus,
): Promise<void> {
  const { rows } = await sql<{ id: number; own: boolean }>`
    select u.id, a.id is not null as own
    from users u left join agents a on a.contact_id = u.contact_id and a.id = ${agentId}
    where u.enabled and (a.id is not null or (${state} = 'waiting' and u.id <> ${user.id}
      and u.roles @> '{agent,administrator}' and u.claims @> '{admin.AgentPayment}'))
    order by u.id`.execute(db)
  await notify(
    db,
    'bank-account',
    rows.map(({ id, own }) => ({ userId: id, recordId: own ? null : agentId, facts: { state, own } })),
  )
}
