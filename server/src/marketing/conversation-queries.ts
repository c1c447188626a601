import { fail } from '@coverdesk/domain/fail.ts'
import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import {
  contactBlockReason,
  deliveryFailure,
  type OptOutSpeaker,
} from '@coverdesk/domain/marketing/contact-block-reason.ts'
import type {
  Conversation,
  ConversationAddress,
  ConversationMessage,
  marketing,
  OptOutStatement,
} from '@coverdesk/domain/marketing/marketing-contract.ts'
import { sentLaterSentence } from '@coverdesk/domain/marketing/texting-hours.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleContacts } from '../contacts/contact-queries.ts'
import { doNotCallSql, isDoNotContact } from '../messages/do-not-contact.ts'
import { canSend, isTestInbox } from '../messages/queue-message.ts'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { textingTime } from './texting-time.ts'

/** Messages per page. */
const most = 50

/** A contact method with its opt-out state. */
export interface KnownContactMethod {
  channel: MessageChannel
  address: string
  optedOut: OptOutSpeaker | null
  doNotContact: boolean
  doNotCall: boolean
  /** Whether the agency's postal address is set. */
  addressed: boolean
  lastWord: OptOutStatement | null
}

/** Numbers and addresses of a contact in list order, without duplicates. */
export async function contactMethodsOf(db: Db, contactId: number): Promise<KnownContactMethod[]> {
  const { rows } = await sql<KnownContactMethod>`
    select w.channel, w.address, o.said_by as "optedOut",
      ${isDoNotContact(sql`w.channel`, sql`w.address`, sql`${contactId}::bigint`)} as "doNotContact",
      w.channel = 'sms' and ${sql.raw(doNotCallSql('w.address'))} as "doNotCall",
      exists (select from agency_settings where postal_address is not null) as addressed, l.word as "lastWord"
    from (
      select distinct on (1, 2) * from (
        select 'sms' as channel, phone as address, position, id from contact_phones where contact_id = ${contactId}
        union all select 'email', lower(email), position, id from contact_emails where contact_id = ${contactId}) w
      order by 1, 2, position, id) w
    left join message_opt_outs o on o.channel = w.channel and o.address = w.address
    left join lateral (${lastWordOn(contactId)}) l on true
    order by w.channel desc, w.position, w.id`.execute(db)
  return rows
}

/** The last opt-out entry of a contact method; its message is included only if it belongs to this contact. */
function lastWordOn(contactId: number): RawBuilder<unknown> {
  const instant = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  return sql`
    select jsonb_build_object('optedOut', h.opted_out, 'saidBy', h.said_by, 'way', h.way, 'at', ${instant('h.at')},
      'reason', h.reason, 'by', case when u.id is not null then ${nameOfUser} end, 'message', case when m.id is not null
        then jsonb_build_object('subject', m.subject, 'at', ${instant('m.at')}) end) as word
    from opt_out_words h
    left join contact_messages m on m.id = h.message_id and m.contact_id = ${contactId}
    left join users u on u.id = h.user_id left join contacts c on c.id = u.contact_id
    where h.channel = w.channel and h.address = w.address
    order by h.id desc limit 1`
}

/** Name of user `u` with contact `c`. */
const nameOfUser = sql.raw(
  `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name)`,
)

/** Reason why the contact method cannot be used now, or null. */
export function sendProblem(
  { channel, ...way }: KnownContactMethod,
  config: Pick<Config, 'mail' | 'sms' | 'demo'>,
): string | null {
  return contactBlockReason(channel, { ...way, reachable: canSend(config, channel) })
}

/** A contact's conversation. Fails as missing when the user cannot see the contact (P-26). */
export const findConversation: Handler<typeof marketing.one> = async (
  { db, user, services, now },
  { contactId, before },
) => {
  const { rows } = await sql<Pick<Conversation, 'contactId' | 'name' | 'customer' | 'agentName'>>`
    select c.id as "contactId", a.name as "agentName",
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), 'No name') as name,
      exists (select from customers cu where cu.contact_id = c.id) as customer
    from contacts c left join agents a on a.id = c.agent_id
    where c.id = ${contactId} and ${visibleContacts(user.visibility('Customer'))}`.execute(db)
  const contact = rows[0] ?? fail('contact.not_found')
  const methods: ConversationAddress[] = []
  for (const method of await contactMethodsOf(db, contactId)) {
    const { channel, address, optedOut, lastWord } = method
    const whyNot = sendProblem(method, services.config)
    const isHeld = channel === 'sms' && whyNot === null && !isTestInbox(services.config, channel)
    const sentLater = isHeld ? await sentLaterOf(db, now, contactId, address) : null
    methods.push({ channel, address, optedOut, lastWord, whyNot, sentLater })
  }
  const older = before === undefined ? sql`true` : sql`m.id < ${before}`
  const found = await messagesOf(db, sql`m.contact_id = ${contactId} and ${older} order by m.id desc limit ${most + 1}`)
  return { ...contact, ways: methods, messages: found.slice(0, most).reverse(), earlier: found.length > most }
}

async function sentLaterOf(db: Db, now: Date, contactId: number, phone: string): Promise<string | null> {
  const { at, states } = await textingTime(db, now, contactId, phone)
  return at > now ? sentLaterSentence(agencyMoment(at), states) : null
}

/** Messages as shown to a reader. */
export async function messagesOf(db: Db, which: RawBuilder<unknown>): Promise<ConversationMessage[]> {
  const { rows } = await sql<Omit<ConversationMessage, 'at' | 'waitsUntil'> & { at: Date; waitsUntil: Date | null }>`
    select m.id, m.direction, m.channel, m.address, m.subject, m.body, m.at, m.state, m.failure,
      (select o.next_try_at from outbox o where o.id = m.outbox_id and m.state = 'queued' and o.tries = 0
        and o.next_try_at > now() and o.given_up_at is null) as "waitsUntil",
      case when m.user_id is not null then ${nameOfUser} end as by
    from contact_messages m left join users u on u.id = m.user_id left join contacts c on c.id = u.contact_id
    where ${which}`.execute(db)
  return rows.map(({ at, failure, waitsUntil, ...message }) => ({
    ...message,
    at: at.toISOString(),
    waitsUntil: waitsUntil?.toISOString() ?? null,
    failure: message.state === 'failed' ? deliveryFailure(failure) : null,
  }))
}

/** Records up to which message the user has read; never moves back. */
export async function markRead(db: Db, userId: number, contactId: number, upTo: number): Promise<void> {
  await sql`
    insert into conversation_reads (user_id, contact_id, read_id) values (${userId}, ${contactId}, ${upTo})
    on conflict (user_id, contact_id) do update set read_id = excluded.read_id
    where conversation_reads.read_id < excluded.read_id`.execute(db)
}
