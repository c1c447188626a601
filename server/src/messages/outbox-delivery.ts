import type { MessageChannel, MessageKind } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Gateway, HandOver } from '../platform/integrations/gateway.ts'
import { mailGateway } from '../platform/integrations/mail-gateway.ts'
import { smsGateway } from '../platform/integrations/sms-gateway.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { FieldSealer } from '../platform/secrets/sealed-field.ts'
import { contentOf, type MessageContent } from './queue-message.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { undeliveredInWords } from './undelivered-in-words.ts'

/** Seconds until the next attempt after the first, second … one; the last value repeats. */
const delays = [5, 30, 2 * 60, 10 * 60, 60 * 60]
/** How long a node holds a message; longer than any attempt takes. */
const holdSeconds = 180
const tryMilliseconds = 120_000
/** Time that a stop gives running attempts before it aborts them; they are repeated later. */
const stopMilliseconds = 10_000
const together = 5
/** Kinds whose text a person writes; the others are written by the program. */
const writtenByPersons: readonly MessageKind[] = ['conversation', 'dispute-pack']

/**
 * Decides about a message to a contact that is due, by its id: it goes now, waits some milliseconds more, or is refused for good
 * with a code.
 */
export type Recheck = (id: string) => Promise<'goes' | { waits: number } | { refused: string }>

/** Sends the messages of the outbox. */
export interface OutboxDelivery {
  /** Attempts one message now; false if it is sent, not due, or held by another node. */
  deliverNow: (id: string) => Promise<boolean>
  /** Sends all due messages and cleans up. */
  deliverDue: () => Promise<void>
  /** Starts nothing more and waits for running attempts. */
  stop: () => Promise<void>
}

/** Log data of a failed attempt: no recipient and no text. */
export interface FailedTry {
  message: string
  kind: string
  channel: string
  tries: number
  reason: string
  /** The reason as a sentence for the log. */
  sentence: string
}

interface DueMessage {
  id: string
  channel: MessageChannel
  kind: MessageKind
  recipient: string
  language: string
  content: Buffer
  tries: number
}

/**
 * Outbox delivery of one node. Messages are selected with `skip locked` and held by moving their next attempt ahead, so
 * several nodes can send concurrently and a crashed node loses nothing: its message is sent again with the same id (at
 * least once).
 */
export function outboxDelivery(parts: {
  db: Db
  config: Pick<Config, 'mail' | 'sms' | 'publicUrl' | 'demo'>
  sealer: FieldSealer
  /** For messages of the kind `conversation`. */
  recheck?: Recheck
  report?: (failed: FailedTry) => void
}): OutboxDelivery {
  const { db, config, sealer } = parts
  const gateways: Partial<Record<MessageChannel, Gateway>> = {
    ...(config.mail ? { email: mailGateway(config.mail, config.publicUrl) } : {}),
    ...(config.sms ? { sms: smsGateway(config.sms) } : {}),
  }
  const stopping = new AbortController()
  const breakOff = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  function tracked<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    const done = () => underWay.delete(work)
    work.then(done, done)
    return work
  }

  async function tryOne(due: DueMessage): Promise<void> {
    const mayGo = due.kind === 'conversation' && parts.recheck ? await parts.recheck(due.id) : 'goes'
    if (mayGo !== 'goes')
      return 'waits' in mayGo
        ? await postpone(db, due.id, mayGo.waits)
        : await markFailed(db, due, { ...mayGo, forGood: true })
    const outcome = await handOver(due)
    if (outcome === 'accepted') return await markSent(db, due.id)
    await markFailed(db, due, outcome)
    parts.report?.({
      message: due.id,
      kind: due.kind,
      channel: due.channel,
      tries: due.tries,
      reason: outcome.refused,
      sentence: undeliveredInWords(due.channel, outcome.refused),
    })
  }

  async function handOver(due: DueMessage): Promise<HandOver> {
    const gateway = gateways[due.channel]
    if (!gateway) return { refused: 'no gateway', forGood: false }
    let text: MessageContent
    try {
      text = JSON.parse(sealer.open(contentOf(due.id), due.content))
    } catch {
      return { refused: 'sealed with another secret', forGood: false }
    }
    const attachments = (text.attachments ?? []).map(({ name, mediaType, base64 }) => ({
      name,
      mediaType,
      content: Buffer.from(base64, 'base64'),
    }))
    return await gateway(
      { ...due, ...text, attachments, isPersonal: writtenByPersons.includes(due.kind) },
      AbortSignal.any([breakOff.signal, AbortSignal.timeout(tryMilliseconds)]),
    )
  }

  async function takeDue(limit: number, id: string | null = null): Promise<DueMessage[]> {
    return stopping.signal.aborted ? [] : await take(db, Object.keys(gateways), limit, id)
  }

  async function deliverDue(): Promise<void> {
    let dueMessages: DueMessage[]
    do {
      dueMessages = await takeDue(together)
      await Promise.all(dueMessages.map(tryOne))
    } while (dueMessages.length > 0)
    await sweepOutbox(db, config)
  }

  return {
    async deliverNow(id) {
      const [due] = await takeDue(1, id)
      if (due) await tracked(tryOne(due))
      return due !== undefined
    },
    deliverDue: () => tracked(deliverDue()),
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => breakOff.abort(), stopMilliseconds)
      await Promise.allSettled(underWay)
      clearTimeout(timer)
    },
  }
}

/** Job that sends due messages every two seconds. */
export const outboxJob = (delivery: Pick<OutboxDelivery, 'deliverDue'>): Job => ({
  name: 'messages.deliver-due',
  everyMs: 2_000,
  firstAfterMs: 0,
  failure: { category: 'Messages', sentence: 'Messages could not be sent' },
  run: () => delivery.deliverDue(),
})

/** Selects due messages, one by id or the longest due, and holds them for this node. */
async function take(db: Db, channels: string[], limit: number, id: string | null): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select id from outbox
      where sent_at is null and given_up_at is null and next_try_at <= now() and expires_at > now()
        and content_sealed is not null and channel = any(${channels}) and (${id}::uuid is null or id = ${id}::uuid)
      order by next_try_at limit ${limit} for update skip locked)
    update outbox o set next_try_at = now() + make_interval(secs => ${holdSeconds}), tries = tries + 1
    from due where o.id = due.id
    returning o.id, o.channel, o.kind, o.recipient, o.language, o.content_sealed as content, o.tries`.execute(db)
  return rows
}

/** The text is deleted as soon as it is not needed. */
async function markSent(db: Db, id: string): Promise<void> {
  await sql`
    update outbox set sent_at = now(), given_up_at = null, content_sealed = null, last_error = null where id = ${id}`.execute(
    db,
  )
}

/** Puts a message back; the attempt was none. */
async function postpone(db: Db, id: string, milliseconds: number): Promise<void> {
  await sql`
    update outbox set next_try_at = now() + make_interval(secs => ${milliseconds / 1_000}::float8), tries = tries - 1
    where id = ${id} and sent_at is null and given_up_at is null`.execute(db)
}

async function markFailed(db: Db, due: DueMessage, { refused, forGood }: { refused: string; forGood: boolean }) {
  const delay = delays[Math.min(due.tries, delays.length) - 1] ?? 0
  await sql`
    update outbox set last_error = ${refused}, next_try_at = now() + make_interval(secs => ${delay}),
      given_up_at = case when ${forGood} then now() end,
      content_sealed = case when ${forGood} then null else content_sealed end
    where id = ${due.id} and sent_at is null and given_up_at is null`.execute(db)
}
