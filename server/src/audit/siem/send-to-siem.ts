import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { sendWebhook } from '../../platform/integrations/send-webhook.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import type { EventLine, LinkLine } from './siem-lines.ts'
import { splitDelivery } from './split-delivery.ts'

type Siem = NonNullable<Config['siem']>

/**
 * Sends each sealed link of the audit record with its events to the SIEM, in order and at least once: a link counts as sent
 * after an answer of 2xx, and one node sends at a time. A failure is logged and retried.
 */
export function siemJob(db: Db, siem: Config['siem']): Job[] {
  if (!siem) return []
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted && (await sendNextLink(db, siem, signal)));
  }
  const failure = { category: 'Audit', sentence: 'The SIEM did not accept the audit record' } as const
  return [{ name: 'audit.send-to-siem', everyMs: 5_000, retryMs: 5_000, failure, run }]
}

/** Sends the next link; false if there is none or another node holds the lock. */
export async function sendNextLink(db: Db, siem: Siem, signal: AbortSignal): Promise<boolean> {
  return await inTransaction(db, async (db) => {
    const { rows } = await sql<{
      sent: number
    }>`select sent_seq as sent from audit_siem for update skip locked`.execute(db)
    const sent = rows[0]?.sent
    if (sent === undefined) return false
    const link = await linkAfter(db, sent)
    if (!link) return false
    const bodies = splitDelivery(await eventsOf(db, link), link)
    // The hash, because after a restore the numbers are given again.
    const id = `audit-link-${link.seq}-${link.hash.slice(0, 16)}`
    for (const [at, body] of bodies.entries()) {
      const part = bodies.length > 1 ? `-${at + 1}` : ''
      // Its timeout is below the limit of idle transactions, which begins again with each query.
      await sendWebhook(siem, { id: `${id}${part}`, mediaType: 'application/x-ndjson', body }, signal)
      await sql`select`.execute(db)
    }
    await sql`update audit_siem set sent_seq = ${link.seq}, sent_at = now()`.execute(db)
    return true
  })
}

async function linkAfter(db: Db, seq: number): Promise<LinkLine | undefined> {
  const { rows } = await sql<LinkLine>`
    select 'link' as type, c.seq, (extract(epoch from c.sealed_at) * 1000000)::bigint as "sealedAt", c.event_ids::text as ids,
      c.event_times::text as times, translate(encode(c.event_macs, 'base64'), E'\n', '') as macs,
      coalesce((select encode(hash, 'hex') from audit_chain where seq = c.seq - 1), repeat('00', 32)) as before,
      encode(c.hash, 'hex') as hash
    from audit_chain c where c.seq > ${seq} order by c.seq limit 1`.execute(db)
  return rows[0]
}

async function eventsOf(db: Db, { ids }: LinkLine): Promise<EventLine[]> {
  const { rows } = await sql<Omit<EventLine, 'facts'> & { facts: string }>`
    select 'event' as type, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, user_id, session_id,
      action, entity, entity_id, outcome, address, request_id, facts::text as facts, subjects::text as subjects,
      encode(mac, 'base64') as mac
    from audit_events where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }))
}
