import { fail } from '@coverdesk/domain/fail.ts'
import { maskedAddress } from '@coverdesk/domain/marketing/masked-address.ts'
import type { OptOutPage, optOut } from '@coverdesk/domain/marketing/opt-out-contract.ts'
import { sql } from 'kysely'
import { callerOf } from '../access/accounts/account-name.ts'
import { rateLimit } from '../access/rate-limit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { type OptOutLink, readOptOutToken } from './opt-out-links.ts'
import { recordOptOut } from './opt-outs.ts'

/** Maximum changes per link and quarter hour; limits audit entries. */
const changes = { limit: 20, minutes: 15 }
/** Maximum invalid links per address. */
const guesses = { limit: 30, minutes: 15 }

/** The parts of a request used here; also available for a one-click post. */
export type OptOutCall = Pick<Call, 'db' | 'services' | 'audit' | 'address'>

/** State shown on the page. A read changes nothing, because mail scanners open every link. */
export const showOptOut: Handler<typeof optOut.page> = async (call, { id }) => {
  return await pageOf(call, await linkOf(call, id))
}

/** Action of the page's button; idempotent. */
export const setByLink: Handler<typeof optOut.set> = (call, { id, optedOut }) => sendMessageByLink(call, id, optedOut)

/**
 * Opts the address of a link out of emails, or in again, for every contact who has it; returns the new state. Also
 * used for one-click posts of mail programs (RFC 8058, 3.2).
 */
export async function sendMessageByLink(call: OptOutCall, id: string, optedOut: boolean): Promise<OptOutPage> {
  const link = await linkOf(call, id)
  await rateLimit(call.db, { call: 'opt-out', caller: `link ${link.submissionId}`, ...changes })
  return await inTransaction(call.db, async (db) => {
    const { contactId, messageId } = await messageOf(db, link)
    await recordOptOut(db, call.audit, {
      contactId,
      channel: 'email',
      address: link.address,
      optedOut,
      saidBy: 'contact',
      way: 'link',
      messageId,
      userId: null,
      reason: '',
    })
    return await pageOf({ ...call, db }, link)
  })
}

/** The same failure for every invalid link; rate limited. */
async function linkOf({ db, services, address }: OptOutCall, id: string): Promise<OptOutLink> {
  const link = await readOptOutToken(db, services, id)
  if (link) return link
  await rateLimit(db, { call: 'opt-out', caller: callerOf(address), ...guesses })
  return fail('opt_out.not_found')
}

/** The message of the link, if it still exists. */
async function messageOf(db: Db, { submissionId }: OptOutLink) {
  const { rows } = await sql<{ contactId: number; messageId: number }>`
    select contact_id as "contactId", id as "messageId" from contact_messages where submission_id = ${submissionId}`.execute(
    db,
  )
  return rows[0] ?? { contactId: null, messageId: null }
}

async function pageOf({ db, services }: OptOutCall, { address, language }: OptOutLink): Promise<OptOutPage> {
  const { rows } = await sql`select from message_opt_outs where channel = 'email' and address = ${address}`.execute(db)
  return { agency: services.brands.own.name, address: maskedAddress(address), language, optedOut: rows.length > 0 }
}
