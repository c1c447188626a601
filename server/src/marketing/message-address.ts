import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A number or an address of a channel. */
export interface MessageAddress {
  channel: MessageChannel
  address: string
}

/** As it is kept: digits of a number, small letters of an address. */
export function addressOf({ channel, address }: MessageAddress): string {
  return channel === 'email' ? address.trim().toLowerCase() : address.replace(/\D/g, '')
}

/**
 * Has whoever writes to a number or an address, hears from it or notes its wish take their turn until the transaction ends,
 * so that no message passes an opt-out by.
 */
export async function lockAddress(db: Db, { channel, address }: MessageAddress): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${channel} ${address}`}, 46))`.execute(db)
}
