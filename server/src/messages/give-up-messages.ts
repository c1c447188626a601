import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { giveUpWaiting } from './give-up-waiting.ts'

/** Cancels messages that wait for those of these customers who are not to be contacted now. */
export async function giveUpMessages(db: Db, ids: readonly number[]): Promise<void> {
  await giveUpWaiting(
    db,
    sql`m.contact_id in (
      select cu.contact_id from customers cu join lookup_values s on s.list = 'status.customer' and s.id = cu.status_id
      where s.name = 'Do Not Contact' and cu.contact_id = any(${ids}::bigint[]))`,
  )
}
