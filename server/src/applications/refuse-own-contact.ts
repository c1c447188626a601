import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A link sent to an agent would let the agent sign for the client. */
export async function refuseOwnContact(db: Db, sentTo: string): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from agents where lower(login_email) = lower(${sentTo}) or phone = ${sentTo}) as own`.execute(
    db,
  )
  if (rows[0]?.own)
    fail('consent.no_recipient', { message: "This is an agent's contact data. Enter the client's own." })
}
