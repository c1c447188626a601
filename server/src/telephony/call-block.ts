import { doNotCallReason } from '@coverdesk/domain/leads/do-not-call.ts'
import { doNotContactReason } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import type { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { doNotCallSql, isDoNotContact } from '../messages/do-not-contact.ts'
import type { Handler } from '../platform/http/http-call.ts'

/** Why a number must not be called, the same as for texts; a call that was made all the same can be logged. */
export const showCallBlock: Handler<typeof telephony.block> = async ({ db }, { phone }) => {
  const { rows } = await sql<{ doNotContact: boolean; doNotCall: boolean }>`
    select ${isDoNotContact(sql`'sms'`, sql`n.phone`, sql`null::bigint`)} as "doNotContact",
      ${sql.raw(doNotCallSql('n.phone'))} as "doNotCall"
    from (select ${phone}::text collate "C" as phone) n`.execute(db)
  const { doNotContact, doNotCall } = rows[0] ?? { doNotContact: false, doNotCall: false }
  return { whyNot: doNotContact ? doNotContactReason : doNotCall ? doNotCallReason : null }
}
