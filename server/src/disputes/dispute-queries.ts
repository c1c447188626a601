import type { DisputeRow } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { disputeList } from './dispute-list.ts'

/** One dispute as the list shows it. Fails with `record.not_found`. */
export async function findDispute(db: Db, id: number): Promise<DisputeRow> {
  const { rows } = await sql<DisputeRow>`
    ${selectList(disputeList)}
    where d.id = ${id}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** Locks a dispute until the transaction ends. */
export async function lockDispute(db: Db, id: number): Promise<DisputeRow> {
  await sql`select from disputes where id = ${id} for no key update`.execute(db)
  return await findDispute(db, id)
}
