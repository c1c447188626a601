import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { doNotCallSql, isDoNotContact } from './do-not-contact.ts'
import { giveUpWaiting } from './give-up-waiting.ts'

/** Cancels messages that wait for those of these customers who are not to be contacted now, at any record with their number or address. */
export async function giveUpMessages(db: Db, ids: readonly number[]): Promise<void> {
  const theirs = sql`
    select phone from contact_phones where contact_id = any(${ids}::bigint[])
    union all select lower(email) from contact_emails where contact_id = any(${ids}::bigint[])`
  await giveUpWaiting(
    db,
    sql`(m.contact_id = any(${ids}::bigint[]) or m.address in (${theirs}))
      and ${isDoNotContact(sql`m.channel`, sql`m.address`, sql`m.contact_id`)}`,
  )
}

/** Cancels texts that wait for the numbers of these leads, where they are not to be called now. */
export async function giveUpTexts(db: Db, leadIds: readonly number[]): Promise<void> {
  await giveUpWaiting(
    db,
    sql`m.channel = 'sms' and m.address in (select phone from leads where id = any(${leadIds}::bigint[]))
      and ${sql.raw(doNotCallSql('m.address'))}`,
  )
}
