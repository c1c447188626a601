import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { edeSentences } from '@coverdesk/domain/ede/ede-problems.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import {
  type MarketplaceDetail,
  type MarketplaceInput,
  type MarketplaceRow,
  type marketplace,
  mayRunApplications,
} from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { isOwnContact } from '../applications/own-contact.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { canChange, detailById, lockApplication, type StoredApplication } from './marketplace-queries.ts'

/** Editable fields, with their names in the history. */
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

/** Saves the fields of Update (MKAPP-05, A-084) and records the change. */
export const updateApplication: Handler<typeof marketplace.update> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const before = await lockApplication(db, call.user, input.appId)
    if (!canChange(call.user, before)) fail('right.missing', { message: 'This application belongs to another agent' })
    if (before.version !== input.version)
      return await refuseEditConflict(db, 'marketplace-application', before.id, input.version)
    const passes = input.agentId !== before.agentId || input.agentSaleId !== before.agentSaleId
    if (passes && !mayPass(mayRunApplications, call.user))
      fail('right.missing', { message: 'Agents of an application are changed by those who manage applications' })
    await refuseAgentsOffExchange(db, call, before, input)
    await refuseOwnEmail(db, call, before, input)
    await write(db, before, input)
    return await saveApplicationChange(db, call, before, 'Changed')
  })

/** CMS's lists decide about agents who are newly chosen; an application of a past year is passed on for sales of this one. */
async function refuseAgentsOffExchange(
  db: Db,
  { now }: SignedInCall,
  { agentId, agentSaleId, document }: StoredApplication,
  input: MarketplaceInput,
): Promise<void> {
  const today = todayIn(now)
  const year = applicationYear(readExchangeRecord(document).insuranceApplication?.applicants ?? []) ?? 0
  const state = input.userAddressStateCode
  const chosen = new Set([
    input.agentId === agentId ? null : input.agentId,
    input.agentSaleId === agentSaleId ? null : input.agentSaleId,
  ])
  for (const agent of chosen)
    if (agent !== null)
      await refuseOffExchange(db, agent, {
        states: [state === null ? undefined : { code: state }],
        today,
        planYear: Math.max(year, Number(today.slice(0, 4))),
      })
}

/** The exchange sends codes to the email, which must be the client's (decision 254). */
async function refuseOwnEmail(
  db: Db,
  call: SignedInCall,
  before: MarketplaceRow,
  input: MarketplaceInput,
): Promise<void> {
  if (input.userEmail !== before.userEmail && (await isOwnContact(db, call, input.userEmail)))
    failField('userEmail', edeSentences.ownContact)
}

/** A newly selected carrier or agent also replaces the name that came from the exchange. */
async function write(db: Db, before: MarketplaceRow, input: MarketplaceInput): Promise<void> {
  const chosen = (column: 'carrier' | 'agent' | 'sale_agent', current: number | null, id: number | null) =>
    current === id ? [] : [sql`${sql.ref(`${column}_id`)} = ${id}`, sql`${sql.ref(`${column}_name`)} = null`]
  const npn =
    before.agentId === input.agentId ? [] : [sql`agent_npn = (select npn from agents where id = ${input.agentId})`]
  await sql`
    update marketplace_applications set ${sql.join([
      sql`user_first_name = ${input.userFirstName}`,
      sql`user_last_name = ${input.userLastName}`,
      sql`user_phone = ${input.userPhone}`,
      sql`user_email = ${input.userEmail}`,
      sql`user_address = ${input.userAddress}`,
      sql`user_city = ${input.userAddressCity}`,
      sql`user_county = ${input.userAddressCounty}`,
      sql`user_state = ${input.userAddressStateCode}`,
      sql`user_zip_code = ${input.userAddressZipCode}`,
      sql`plan_name = ${input.planName}`,
      ...chosen('carrier', before.carrierId, input.carrierId),
      ...chosen('agent', before.agentId, input.agentId),
      ...chosen('sale_agent', before.agentSaleId, input.agentSaleId),
      ...npn,
      sql`version = version + 1`,
      sql`updated_at = now()`,
    ])}
    where id = ${before.id}`.execute(db)
}

/** Records a change in the history and the audit log, and returns the application. */
export async function saveApplicationChange(
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
    userFirstName,
    userLastName,
    userPhone,
    userEmail,
    userAddress,
    userAddressCity,
    userAddressCounty,
    userAddressStateCode,
    userAddressZipCode,
    planName,
    carrierName,
    agentName,
    agentSaleName,
  }
}
