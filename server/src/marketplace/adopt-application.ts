import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { sql } from 'kysely'
import { keepChange } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { requestApplication } from './exchange/exchange-requests.ts'
import { makeOwn } from './make-own.ts'

/** Whether an application with this id is stored, regardless of visibility. */
export async function isStored(db: Db, appId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from marketplace_applications where exchange_assigned_id = ${appId}) as held`.execute(db)
  return rows[0]?.held === true
}

/**
 * Requests an application that is not stored yet. Returned only to the user who started it, whom the exchange names as
 * the hand-off did. Fails with `application.not_found` for anyone else and for an id that the exchange does not know,
 * so that ids cannot be probed.
 */
export async function requestUnknownApplication(call: SignedInCall, appId: string) {
  const { exchange } = call.services
  const answer = await requestApplication(exchange, { exchangeAssignedId: appId, held: null }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'exchange.unknown_application')
        return fail('application.not_found')
      throw error
    },
  )
  const { partnerAssignedConsumerId } = readExchangeRecord(answer.record)
  return partnerAssignedConsumerId === String(call.user.id) ? answer : fail('application.not_found')
}

/** Stores it for the agent or customer who started it; the caller stores the exchange's record next. */
export async function adoptApplication(db: Db, call: SignedInCall, appId: string): Promise<void> {
  const agentId = call.user.ownAgentId
  const { rows } = await sql<{ id: number }>`
    insert into marketplace_applications (exchange_assigned_id, snapshot_at, agent_id, sale_agent_id)
    values (${appId}, ${call.now}, ${agentId}, ${agentId})
    on conflict do nothing returning id`.execute(db)
  const [created] = rows
  if (!created) return
  await keepChange(db, {
    entity: 'marketplace-application',
    id: created.id,
    version: 1,
    by: call.user.id,
    changes: [],
    action: 'Begun on the marketplace',
  })
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'marketplace-application',
    entityId: created.id,
    outcome: 'done',
  })
  if (mayPass('customer|consumer', call.user)) await makeOwn(db, call, { userId: call.user.id, appId })
}
