import { doNotCallReason, wroteNoCallsReason } from '@coverdesk/domain/leads/do-not-call.ts'
import { doNotContactReason } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import type { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { doNotCallSql, isDoNotContact, wroteNoCallsSql } from '../messages/do-not-contact.ts'
import type { Handler } from '../platform/http/http-call.ts'

interface Blocks {
  doNotContact: boolean
  doNotCall: boolean
  wroteNoCalls: boolean
}

/** Why a number must not be called, the same as for texts; a call that was made all the same can be logged. */
export const showCallBlock: Handler<typeof telephony.block> = async ({ db }, { phone }) => {
  const { rows } = await sql<Blocks>`
    select ${isDoNotContact(sql`'sms'`, sql`n.phone`, sql`null::bigint`)} as "doNotContact",
      ${sql.raw(doNotCallSql('n.phone'))} as "doNotCall", ${sql.raw(wroteNoCallsSql('n.phone'))} as "wroteNoCalls"
    from (select ${phone}::text collate "C" as phone) n`.execute(db)
  const [blocks] = rows
  if (blocks?.doNotContact) return { whyNot: doNotContactReason }
  if (blocks?.doNotCall) return { whyNot: doNotCallReason }
  return { whyNot: blocks?.wroteNoCalls ? wroteNoCallsReason : null }
}
