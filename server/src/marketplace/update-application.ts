import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import {
  type MarketplaceDetail,
  type MarketplaceInput,
  type MarketplaceRow,
  type marketplace,
  mayRunApplications,
} from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseOvertaken } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { detailById, lockApplication, mayChange } from './marketplace-queries.ts'

/** What may change of an application, as its history names it. */
const labels = {
  userFirstName: 'First name',
  userLastName: 'Last name',
  userPhone: 'Phone',
  userEmail: 'Email',
  userAddress: 'Address',
  userAddressCity: 'City',
  userAddressCounty: 'County',
  userAddressStateCode: 'State',
  userAddressZipCode: 'ZIP code',
  planName: 'Plan',
  carrierName: 'Carrier',
  agentName: 'Agent on record',
  agentSaleName: 'Sales agent',
} as const satisfies Partial<Record<keyof MarketplaceRow, string>>

/** Saves what Update holds (MKAPP-05, A-084) and keeps what was changed. */
export const updateApplication: Handler<typeof marketplace.update> = (call, given) =>
  inTransaction(call.db, async (db) => {
    const before = await lockApplication(db, call.user, given.appId)
    if (!mayChange(call.user, before)) fail('right.missing', { message: 'This application belongs to another agent' })
    if (before.version !== given.version)
      return await refuseOvertaken(db, 'marketplace-application', before.id, given.version)
    const passes = given.agentId !== before.agentId || given.agentSaleId !== before.agentSaleId
    if (passes && !mayPass(mayRunApplications, call.user))
      fail('right.missing', { message: 'Agents of an application are changed by those who manage applications' })
    await write(db, before, given)
    return await keepApplicationChange(db, call, before, 'Changed')
  })

/** A name of the exchange's goes with the choice that it stood for: one of ours is called as we call them. */
async function write(db: Db, before: MarketplaceRow, given: MarketplaceInput): Promise<void> {
  const chosen = (column: 'carrier' | 'agent' | 'sale_agent', held: number | null, id: number | null) =>
    held === id ? [] : [sql`${sql.ref(`${column}_id`)} = ${id}`, sql`${sql.ref(`${column}_name`)} = null`]
  const npn =
    before.agentId === given.agentId ? [] : [sql`agent_npn = (select npn from agents where id = ${given.agentId})`]
  await sql`
    update marketplace_applications set ${sql.join([
      sql`user_first_name = ${given.userFirstName}`,
      sql`user_last_name = ${given.userLastName}`,
      sql`user_phone = ${given.userPhone}`,
      sql`user_email = ${given.userEmail}`,
      sql`user_address = ${given.userAddress}`,
      sql`user_city = ${given.userAddressCity}`,
      sql`user_county = ${given.userAddressCounty}`,
      sql`user_state = ${given.userAddressStateCode}`,
      sql`user_zip_code = ${given.userAddressZipCode}`,
      sql`plan_name = ${given.planName}`,
      ...chosen('carrier', before.carrierId, given.carrierId),
      ...chosen('agent', before.agentId, given.agentId),
      ...chosen('sale_agent', before.agentSaleId, given.agentSaleId),
      ...npn,
      sql`version = version + 1`,
      sql`updated_at = now()`,
    ])}
    where id = ${before.id}`.execute(db)
}

/** Keeps what became of an application in its history and in the audit record, and answers it. */
export async function keepApplicationChange(
  db: Db,
  call: SignedInCall,
  before: MarketplaceRow,
  action: string,
): Promise<MarketplaceDetail> {
  const after = await detailById(db, before.id)
  const changes: FieldChange[] = fieldChanges(labels, named(before), named(after))
  const { id, version } = after
  await keepChange(db, { entity: 'marketplace-application', id, version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'marketplace-application',
    entityId: id,
    outcome: 'done',
    facts: { version, what: action, fields: changes.map(({ field }) => field).join() },
  })
  return after
}

function named(row: MarketplaceRow) {
  const { userFirstName, userLastName, userPhone, userEmail, userAddress, userAddressCity, userAddressCounty } = row
  const { userAddressStateCode, userAddressZipCode, planName, carrierName, agentName, agentSaleName } = row
  return {
    ...{ userFirstName, userLastName, userPhone, userEmail, userAddress, userAddressCity, userAddressCounty },
    ...{ userAddressStateCode, userAddressZipCode, planName, carrierName, agentName, agentSaleName },
  }
}
