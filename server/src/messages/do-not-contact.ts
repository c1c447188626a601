import { doNotCall } from '@coverdesk/domain/leads/do-not-call.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a customer with this number or address (of a channel), or of this contact, has the status Do Not Contact. One person may be
 * two records; the wish is the person's.
 */
export function isDoNotContact(
  channel: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
  contactId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from (
      select ${contactId} as contact_id
      union all select p.contact_id from contact_phones p where ${channel} = 'sms' and p.phone collate "C" = ${address}
      union all select e.contact_id from contact_emails e where ${channel} = 'email' and lower(e.email) = ${address}
    ) d
    join customers cu on cu.contact_id = d.contact_id
    join lookup_values s on s.list = 'status.customer' and s.id = cu.status_id
    where s.name = 'Do Not Contact')`
}

/** SQL whether this number (ten digits, an SQL expression) wrote that it wants no calls. */
export const wroteNoCallsSql = (phone: string) => `exists (
    select from message_opt_outs w where w.channel = 'sms' and w.address = ${phone} and w.no_calls)`

/** SQL whether a lead with this number (ten digits, an SQL expression) has the disposition Do Not Call. */
export const doNotCallSql = (phone: string) => `exists (
    select from leads blocked join lookup_values b on b.list = 'status.lead' and b.id = blocked.status_id
    where blocked.phone collate "C" = ${phone} and b.name = '${doNotCall}')`
