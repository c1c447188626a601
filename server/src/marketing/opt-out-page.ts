import { fail } from '@coverdesk/domain/failures.ts'
import { maskedAddress } from '@coverdesk/domain/marketing/masked-address.ts'
import type { OptOutPage, optOut } from '@coverdesk/domain/marketing/opt-out-contract.ts'
import { sql } from 'kysely'
import { callerOf } from '../access/accounts/account-name.ts'
import { rateLimit } from '../access/public-calls.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { type OptOutLink, readOptOutToken } from './opt-out-links.ts'
import { noteOptOut } from './opt-outs.ts'

/** Of one link in a quarter of an hour: more than anybody changes their mind, and less than would fill the record. */
const changes = { limit: 20, minutes: 15 }
/** Links that we never made, from one address. */
const guesses = { limit: 30, minutes: 15 }

/** What of a call is needed here: one through the door, or one of a mail program that only posts. */
export type OptOutCall = Pick<Call, 'db' | 'services' | 'audit' | 'address'>

/** What the page behind a link shows; reading it changes nothing, as mail scanners open every link. */
export const showOptOut: Handler<typeof optOut.page> = async (call, { id }) => {
  return await pageOf(call, await linkOf(call, id))
}

/** Does what the button of the page says; again, it changes nothing. */
export const setByLink: Handler<typeof optOut.set> = (call, { id, optedOut }) => sayByLink(call, id, optedOut)

/**
 * Opts the address of a link out of e-mails, or in again, for every contact who has it, and answers how it is then. The
 * same for a mail program that posts on its reader's behalf (RFC 8058, 3.2).
 */
export async function sayByLink(call: OptOutCall, id: string, optedOut: boolean): Promise<OptOutPage> {
  const link = await linkOf(call, id)
  await rateLimit(call.db, { call: 'opt-out', caller: `link ${link.submissionId}`, ...changes })
  return await inTransaction(call.db, async (db) => {
    const { contactId, messageId } = await messageOf(db, link)
    await noteOptOut(db, call.audit, {
      ...{ contactId, channel: 'email', address: link.address, optedOut, saidBy: 'contact', way: 'link' },
      ...{ messageId, userId: null, reason: '' },
    })
    return await pageOf({ ...call, db }, link)
  })
}

/** One failure for whatever is no link of ours; who tries many is told to wait. */
async function linkOf({ db, services, address }: OptOutCall, id: string): Promise<OptOutLink> {
  const link = await readOptOutToken(db, services, id)
  if (link) return link
  await rateLimit(db, { call: 'opt-out', caller: callerOf(address), ...guesses })
  return fail('opt_out.not_found')
}

/** The message whose link it is, as long as there is one. */
async function messageOf(db: Db, { submissionId }: OptOutLink) {
  const { rows } = await sql<{ contactId: number; messageId: number }>`
    select contact_id as "contactId", id as "messageId" from contact_messages where submission_id = ${submissionId}`.execute(
    db,
  )
  return rows[0] ?? { contactId: null, messageId: null }
}

async function pageOf({ db, services }: OptOutCall, { address, language }: OptOutLink): Promise<OptOutPage> {
  const { rows } = await sql`select from message_opt_outs where channel = 'email' and address = ${address}`.execute(db)
  return { agency: services.brandName, address: maskedAddress(address), language, optedOut: rows.length > 0 }
}
