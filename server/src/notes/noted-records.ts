import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { type NotedKindName, notedKindOf } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import { seesApplications } from '../applications/application-sees.ts'
import type { Db } from '../platform/database.ts'
import { seesOwned } from '../platform/owned-records.ts'
import type { SignedIn } from '../platform/session.ts'
import type { Sees } from '../platform/visibility.ts'
import { seesUnpaid } from '../unpaid/unpaid-queries.ts'

/** Whether a record is there for somebody: its own screen would show it to them. */
type Finds = (db: Db, user: SignedIn, id: number) => Promise<boolean>

/** How a record of each kind is found. A kind of noted-kinds.ts does not compile without its line here. */
const finds: Readonly<Record<NotedKindName, Finds>> = {
  unpaid: (db, user, id) => seesUnpaid(db, 'unpaid', user.sees('Policy'), id),
  lost: (db, user, id) => seesUnpaid(db, 'lost', user.sees('Policy'), id),
  // One that was merged into another is a customer no more.
  customer: (db, user, id) => seen(db, 'customers', 'contact_id', id, user.sees('Customer'), { also: sql`not merged` }),
  application: (db, user, id) =>
    seen(db, 'internal_applications', 'id', id, seesApplications(user), { owner: 'owner' }),
  offline: (db, user, id) =>
    seen(db, 'offline_applications', 'id', id, seesOwned(user, 'OfflineApp'), { owner: 'owner' }),
  lead: (db, user, id) => seen(db, 'leads', 'id', id, user.sees('Lead')),
  // Agents are the administrators' alone, who see all of them.
  agent: (db, _user, id) => seen(db, 'agents', 'id', id, { all: true }),
}

interface Where {
  /** The column that says whose record it is. */
  owner?: string
  also?: RawBuilder<unknown>
}

async function seen(db: Db, table: string, key: string, id: number, sees: Sees, where: Where = {}) {
  const { owner = 'agent_id', also = sql`true` } = where
  const whose = sees.all ? sql`true` : sql`${sql.ref(owner)} = any(${sees.agentIds}::bigint[])`
  const found = sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} and ${whose} and ${also}`
  const { rows } = await found.execute(db)
  return rows.length > 0
}

/** What notes stand on. */
export interface NotedRecord {
  entityMetadataId: number
  entityId: number
}

/** Refuses who has no right to such records at all with 403; a record that is not there, or not for them, is missing (P-26). */
export async function refuseUnseen(db: Db, user: SignedIn, { entityMetadataId, entityId }: NotedRecord): Promise<void> {
  const kind = notedKindOf(entityMetadataId) ?? fail('record.not_found')
  if (!mayPass(kind.allow, user)) fail('right.missing')
  if (!(await finds[kind.name](db, user, entityId))) fail('record.not_found')
}

/** Whether somebody may read what notes stand on: asked of the note's own record, whatever the caller names (P-27). */
export async function maySee(db: Db, user: SignedIn, { entityMetadataId, entityId }: NotedRecord): Promise<boolean> {
  const kind = notedKindOf(entityMetadataId)
  return kind !== undefined && mayPass(kind.allow, user) && (await finds[kind.name](db, user, entityId))
}
