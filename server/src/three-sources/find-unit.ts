import { fail } from '@coverdesk/domain/fail.ts'
import type { SourceRow } from '@coverdesk/domain/three-sources/source-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { selectUnits } from './source-list.ts'

/** A unit as the list shows it. Fails with `record.not_found` for one that the user does not see. */
export async function findUnit(db: Db, visibility: Visibility, id: number): Promise<SourceRow> {
  const visible = visibility.all ? sql`true` : sql`t.agent_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<SourceRow>`${selectUnits} where t.id = ${id} and ${visible}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}
