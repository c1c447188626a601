import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { MessageChannel, MessageKind, MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import type { Attachment, Unsubscribe } from '../platform/integrations/gateway.ts'
import { type MessageText, messageText, oneLine, worthMinutes } from './message-texts.ts'

/**
 * A message to one recipient. `facts` are the values of its template, such as `link` or `code` (see message-texts.ts).
 */
export interface Message {
  kind: MessageKind
  channel: MessageChannel
  /** Null for a recipient without an account. */
  userId: number | null
  /** An email address, or a phone number of ten digits. */
  recipient: string
  language: MessageLanguage
  facts: Record<string, string>
  /** Opt-out address for mail programs; absent for messages without an opt-out. */
  unsubscribe?: Unsubscribe | null
  /** Address of the person who wrote it, for an answer. */
  replyTo?: string | null
  attachments?: readonly Attachment[]
  /** Milliseconds until it may be sent; it is worth sending as long after that. */
  waits?: number
}

/** Sealed content of a message; its text contains the link and the code too. */
export interface MessageContent extends MessageText {
  link: string | null
  code: string | null
  unsubscribe?: Unsubscribe | null
  replyTo?: string | null
  /** Files in Base64. */
  attachments?: readonly { name: string; mediaType: string; base64: string }[]
}

/** Sealing context of a message. */
export const contentOf = (id: string) => ({ table: 'outbox', row: id, column: 'content_sealed' })

/**
 * Adds a message to the outbox and returns its id. In the transaction of its cause, both are committed or neither; it
 * is sent after the commit, at least once, until its code or link expires. A new code replaces one that still waits, so
 * that the old one never arrives later.
 */
export async function queueMessage(
  db: Db,
  services: Pick<Services, 'sealer' | 'brands' | 'config'>,
  message: Message,
): Promise<string> {
  const id = randomUUID()
  if (message.kind === 'second-factor-code' && !isTestInbox(services.config, message.channel))
    await giveUpCodes(db, message)
  const content: MessageContent = {
    ...messageText({ ...message, brand: services.brands.own.name }),
    link: message.facts.link ?? null,
    code: message.facts.code ?? null,
    unsubscribe: message.unsubscribe ?? null,
    replyTo: message.replyTo ?? null,
    attachments: (message.attachments ?? []).map(({ name, mediaType, content }) => ({
      name,
      mediaType,
      base64: content.toString('base64'),
    })),
  }
  const due = sql`now() + make_interval(secs => ${(message.waits ?? 0) / 1_000}::float8)`
  await sql`
    insert into outbox (id, channel, kind, user_id, recipient, language, content_sealed, next_try_at, expires_at)
    values (${id}, ${message.channel}, ${message.kind}, ${message.userId}, ${oneLine(message.recipient)}, ${message.language},
      ${services.sealer.seal(contentOf(id), JSON.stringify(content))},
      ${due}, ${due} + make_interval(mins => ${worthMinutes[message.kind]}))`.execute(db)
  return id
}

async function giveUpCodes(db: Db, { userId, channel, kind }: Message): Promise<void> {
  await sql`
    update outbox set given_up_at = now(), content_sealed = null, last_error = 'replaced by a newer code'
    where user_id = ${userId} and channel = ${channel} and kind = ${kind} and sent_at is null and given_up_at is null`.execute(
    db,
  )
}

/**
 * True when messages of this channel can be read by someone: its gateway is configured, or this is a demo with a
 * readable outbox.
 */
export function canSend(config: Pick<Config, 'mail' | 'sms' | 'demo'>, channel: MessageChannel): boolean {
  return config.demo || hasGateway(config, channel)
}

/** True when messages of this channel are only readable at `/outbox`: on a demo without its gateway. */
export function isTestInbox(config: Pick<Config, 'mail' | 'sms' | 'demo'>, channel: MessageChannel): boolean {
  return config.demo && !hasGateway(config, channel)
}

function hasGateway(config: Pick<Config, 'mail' | 'sms'>, channel: MessageChannel): boolean {
  return (channel === 'email' ? config.mail : config.sms) !== null
}

/**
 * Attempts delivery now; call it after the commit. Returns whether it was sent within `milliseconds` (P-83); otherwise
 * delivery continues in the background. Always true on a demo without the channel's gateway.
 */
export async function sentWithin(
  services: Pick<Services, 'db' | 'config' | 'deliverNow'>,
  id: string,
  milliseconds: number,
): Promise<boolean> {
  const until = performance.now() + milliseconds
  const { rows } = await sql<{ channel: MessageChannel }>`select channel from outbox where id = ${id}`.execute(
    services.db,
  )
  if (!rows[0]) return false
  if (isTestInbox(services.config, rows[0].channel)) return true
  const triedHere = await Promise.race([
    services.deliverNow(id).catch(() => false),
    pause(milliseconds, true, { ref: false }),
  ])
  while (true) {
    const sent = await isSent(services.db, id)
    // Another node may hold it; only our own attempt has a known result.
    if (sent || triedHere || performance.now() >= until) return sent
    await pause(50)
  }
}

async function isSent(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{
    sent: boolean
  }>`select sent_at is not null as sent from outbox where id = ${id}`.execute(db)
  return rows[0]?.sent ?? false
}
