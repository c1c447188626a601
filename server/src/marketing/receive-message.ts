import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { maxEmailLength, mayConverse } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { asksForNoCalls, isStopWord, optOutWord } from '@coverdesk/domain/marketing/opt-out-word.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { revokeByText } from '../consents/revoke-by-text.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call } from '../platform/http/http-call.ts'
import { type NewNotification, notify } from '../platform/realtime/notify.ts'
import { canSeeAgent, listRecipients } from '../platform/realtime/notify-agents.ts'
import { lockAddress } from './message-address.ts'
import { recordOptOut } from './opt-outs.ts'

/** A received message. */
export interface Incoming {
  channel: MessageChannel
  /** Ten digits, or an address in lower case. */
  from: string
  subject: string
  body: string
  /** What we add to it, such as that it came with a picture. */
  remark?: string
  /** The gateway's id of the message; repeated deliveries with the same id change nothing. */
  externalId: string
}

/** Dependencies of receiving, within a transaction or not. */
type Receiving = Pick<Call, 'db' | 'audit' | 'services'>

type RevokedConsents = Awaited<ReturnType<typeof revokeByText>>

interface Sender {
  id: number
  agentId: number | null
}

/**
 * Adds a message to the conversation of its sender, applies STOP and START, and notifies all users who see the
 * conversation; one transaction, once per message id.
 */
export async function receiveMessage(call: Receiving, incoming: Incoming): Promise<void> {
  await inTransaction(call.db, (db) => storeIncoming({ ...call, db }, incoming))
}

/** The same within the caller's transaction. */
export async function storeIncoming(call: Receiving, incoming: Incoming): Promise<void> {
  const { db, audit } = call
  const { channel, from, externalId } = incoming
  // Serializes messages per sender, because the first one of an unknown sender creates the contact.
  await lockAddress(db, { channel, address: from })
  const known = await sql`
      select from contact_messages where channel = ${channel} and external_id = ${externalId}`.execute(db)
  if (known.rows.length > 0) return
  const sender = (await findSender(db, incoming)) ?? (await makeSender(db, incoming))
  const { id } = await db
    .insertInto('contact_messages')
    .values({
      contact_id: sender.id,
      direction: 'in',
      channel,
      address: from,
      state: 'received',
      external_id: externalId,
      subject: plain(incoming.subject).slice(0, 200),
      body: plain([incoming.body, incoming.remark].filter(Boolean).join('\n')).slice(0, maxEmailLength),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const revoked = await heedWord(call, { ...incoming, contactId: sender.id, messageId: id })
  await writeAudit(db, audit, {
    action: 'create',
    entity: 'message',
    entityId: id,
    outcome: 'done',
    facts: { channel, direction: 'in' },
    subjects: [sender.id],
  })
  await tellReaders(db, sender, { channel, revoked })
}

/** The contact with this address: the one last written to, otherwise the oldest. */
async function findSender(db: Db, { channel, from }: Incoming): Promise<Sender | undefined> {
  const owners =
    channel === 'sms'
      ? sql`select contact_id from contact_phones where phone collate "C" = ${from}`
      : sql`select contact_id from contact_emails where lower(email) = ${from}`
  const { rows } = await sql<Sender>`
    select c.id, c.agent_id as "agentId" from contacts c
    where c.id in (${owners}) and c.merged_into is null
    order by (select max(m.id) from contact_messages m
      where m.contact_id = c.id and m.channel = ${channel} and m.address = ${from} and m.direction = 'out') desc nulls last, c.id
    limit 1`.execute(db)
  return rows[0]
}

/** Creates a contact named by its number or address, without an agent; visible to users who see all contacts. */
async function makeSender(db: Db, { channel, from }: Incoming): Promise<Sender> {
  const { id } = await db
    .insertInto('contacts')
    .values({ first_name: '', last_name: channel === 'sms' ? showPhone(from) : from.slice(0, 50) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (channel === 'sms') await db.insertInto('contact_phones').values({ contact_id: id, phone: from }).execute()
  else await db.insertInto('contact_emails').values({ contact_id: id, email: from }).execute()
  return { id, agentId: null }
}

/**
 * A message that opts out or in; the subject of an email only opts out, since 'Alta' is also an enrollment. Returns the
 * consents that it revoked.
 */
async function heedWord(
  { db, audit, services }: Receiving,
  { channel, from, subject, body, contactId, messageId }: Incoming & { contactId: number; messageId: number },
): Promise<RevokedConsents> {
  // Email answers quote the original; the first line is the answer.
  const wrote = channel === 'email' ? (body.trim().split('\n')[0] ?? '') : body
  const word = optOutWord(wrote) ?? (optOutWord(subject) === 'stop' ? 'stop' : null)
  if (word === null) return []
  const revokes = isStopWord(wrote) && channel === 'sms'
  const revoked = revokes ? await revokeByText(db, services, audit, { from, wrote }) : []
  await recordOptOut(db, audit, {
    contactId,
    channel,
    address: from,
    optedOut: word === 'stop',
    saidBy: 'contact',
    way: 'answer',
    messageId,
    noCalls: channel === 'sms' && asksForNoCalls(wrote),
    userId: null,
    reason: '',
  })
  return revoked
}

/** Notifies readers of the conversation, and the agents of clients whose consent the message revoked. */
async function tellReaders(
  db: Db,
  { id, agentId }: Sender,
  { channel, revoked }: { channel: MessageChannel; revoked: RevokedConsents },
): Promise<void> {
  const facts = { channel, ...(revoked.length > 0 && { revoked: revoked.length }) }
  const notifications = (await listRecipients(db)).flatMap((recipient): NewNotification<'message'>[] => {
    const { id: userId, ownAgentId, may, visibility } = recipient
    if (may(mayConverse) && canSeeAgent(visibility('Customer'), agentId)) return [{ userId, recordId: id, facts }]
    const own = revoked.filter(({ agentIds }) => ownAgentId !== null && agentIds.includes(ownAgentId)).length
    // No record id: the agent cannot see the conversation.
    return own > 0 ? [{ userId, recordId: null, facts: { channel, revoked: own } }] : []
  })
  await notify(db, 'message', notifications)
}

/** Removes characters that PostgreSQL cannot store or that do not print. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
}
