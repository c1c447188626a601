import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { parseRaw, readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import {
  type MarketplaceDetail,
  type MarketplaceRow,
  mayReadApplications,
  mayRunApplications,
} from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { selectedColumns } from '../platform/lists/select-list.ts'
import { marketplaceList } from './marketplace-list.ts'

/**
 * SQL condition for the applications that a user can see: with the claim those of the agents in the list's rule (P-30),
 * otherwise a customer's or consumer's own (ACCESS-09, CONSUMER-03).
 */
export function visibleApplications(user: SignedIn): RawBuilder<boolean> {
  if (!mayPass(mayReadApplications, user)) return ownApplications(user)
  const visibility = user.visibility('Application')
  if (visibility.all) return sql<boolean>`true`
  const ids = sql`${visibility.agentIds}::bigint[]`
  return sql<boolean>`(m.agent_id = any(${ids}) or m.sale_agent_id = any(${ids}) or ${ownApplications(user)})`
}

/** SQL condition for a client's own applications: the one of the user, and those of other years that the client submitted. */
export function ownApplications(user: SignedIn): RawBuilder<boolean> {
  if (!isClient(user)) return sql<boolean>`false`
  return sql<boolean>`(m.exchange_assigned_id = ${user.applicationId}
    or m.exchange_assigned_id in (
      select i.marketplace_id from ede_applications e join internal_applications i on i.id = e.application_id
      where e.client_id = ${user.id} and ${isSubmitted}))`
}

const isClient = (user: SignedIn) => mayPass('customer|consumer', user)
/** SQL: an application `e` of the wizard, with its internal one `i`, that the exchange has and the office did not delete. */
const isSubmitted = sql`e.submitted_at is not null and i.status_id <> ${applicationStatus.Void}`

/** Application as stored. */
export interface StoredApplication extends MarketplaceRow {
  agentNpn: string | null
  document: unknown
  raw: string | null
  /** Clients who submitted it in the wizard. */
  clientIds: readonly number[]
  /** Phones of the carriers of its policies, by plan. */
  carrierPhones: Readonly<Record<string, string>>
}

/** The application with this exchange assigned id. Fails as missing when the user cannot see it (P-26). */
export async function findApplication(db: Db, user: SignedIn, appId: string): Promise<StoredApplication> {
  return await storedApplication(db, sql`m.exchange_assigned_id = ${appId} and ${visibleApplications(user)}`)
}

/** SQL: phones of the carriers by plan id; lax, since the document is as received. */
const carrierPhones = sql`(
  select coalesce(jsonb_object_agg(p.id, c.phone), '{}')
  from (select distinct v #>> '{}' as id from jsonb_path_query(m.document, 'lax $.policies[*].plan.id') v
    where jsonb_typeof(v) = 'string') p
  join carriers c on c.id = carrier_of_plan(p.id)
  where c.phone is not null)`

async function storedApplication(db: Db, condition: RawBuilder<unknown>): Promise<StoredApplication> {
  const { rows } = await sql<Omit<StoredApplication, 'snapshotDate'> & { snapshotDate: Date }>`
    select ${selectedColumns(marketplaceList.columns)}, m.agent_npn as "agentNpn", m.document, m.raw, ${carrierPhones} as "carrierPhones",
      (select coalesce(jsonb_agg(e.client_id) filter (where e.client_id is not null), '[]')
        from internal_applications i join ede_applications e on e.application_id = i.id
        where i.marketplace_id = m.exchange_assigned_id and ${isSubmitted}) as "clientIds"
    from ${sql.raw(marketplaceList.table)} ${sql.raw(marketplaceList.joins)}
    where ${condition}`.execute(db)
  const [row] = rows
  return row ? { ...row, snapshotDate: row.snapshotDate.toISOString() } : fail('application.not_found')
}

/** Detail of an application (MKAPP-13 to MKAPP-16, MKAPP-20), however malformed the received document is. */
export function detailOf({
  document,
  raw,
  agentNpn: _npn,
  clientIds: _clients,
  carrierPhones,
  ...row
}: StoredApplication): MarketplaceDetail {
  const { persons, insuranceApplication, policies: received } = readExchangeRecord(document)
  const policies = received.map((policy) => ({ ...policy, carrierPhone: carrierPhones[policy.plan?.id ?? ''] ?? null }))
  const applicants = insuranceApplication?.applicants ?? []
  return { ...row, object: { persons, insuranceApplication: { applicants } }, policies, raw: parseRaw(raw) }
}

/** Detail by internal id, after a change by the user. */
export async function detailById(db: Db, id: number): Promise<MarketplaceDetail> {
  return detailOf(await storedApplication(db, sql`m.id = ${id}`))
}

/** Locks the application until the transaction ends. Fails with `application.not_found`. */
export async function lockApplication(db: Db, user: SignedIn, appId: string): Promise<StoredApplication> {
  await sql`
    select from marketplace_applications m where m.exchange_assigned_id = ${appId} and ${visibleApplications(user)}
    for no key update`.execute(db)
  return await findApplication(db, user, appId)
}

/** Whether it is a client's own application: the one of the user, or one that the client submitted in the wizard for another year. */
export function isOwnApplication(user: SignedIn, { exchangeAssignedId, clientIds }: StoredApplication): boolean {
  return isClient(user) && (user.applicationId === exchangeAssignedId || clientIds.includes(user.id))
}

/** Agents change their own applications; those of others, and of no agent, need admin.Application. */
export function canChange(user: SignedIn, { agentId, agentSaleId }: MarketplaceRow): boolean {
  const isOwn = user.ownAgentId !== null && (agentId === user.ownAgentId || agentSaleId === user.ownAgentId)
  return isOwn || mayPass(mayRunApplications, user)
}
