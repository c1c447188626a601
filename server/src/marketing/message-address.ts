import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A number or an address of a channel. */
export interface MessageAddress {
  channel: MessageChannel
  address: string
}

/** Stored form: the digits of a number, an address in lower case. */
export function addressOf({ channel, address }: MessageAddress): string {
  return channel === 'email' ? address.trim().toLowerCase() : address.replace(/\D/g, '')
}

/** Locks a number or address until the transaction ends, so that no message is sent after a concurrent opt-out. */
export async function lockAddress(db: Db, { channel, address }: MessageAddress): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${channel} ${address}`}, 46))`.execute(db)
}
