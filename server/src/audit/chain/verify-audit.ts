import { auditKey, auditMacHolds, signatureLength } from '../../platform/audit/audit-mac.ts'
import type { AuditRow } from '../../platform/audit/audit-row.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import type { AuditReport } from '../audit-report.ts'
import { type Anchor, anchorFinder, readAnchors } from './audit-anchor.ts'
import { beginning, type ChainLink, linkHash, macAt, noSignature, numbersIn } from './audit-chain.ts'
import { verifyReceipts } from './verify-receipts.ts'

type StoredEvent = AuditRow & { id: number; micros: number; mac: Buffer }

const columns = `id, user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts,
  subjects::text as subjects, mac, (extract(epoch from at) * 1000000)::bigint as micros`
const linksAtOnce = 10

/**
 * Verifies the record, its chain and its anchors in `dataDir` from one snapshot with constant memory, and reports each event
 * that was edited, deleted, added, moved or cut off (P-72). Read-only.
 */
export async function verifyAudit(url: string, from: { auditSecret: string; dataDir: string }): Promise<AuditReport> {
  const keys = {
    event: auditKey(from.auditSecret),
    chain: auditKey(from.auditSecret, 'chain'),
    receipt: auditKey(from.auditSecret, 'receipt'),
    anchor: auditKey(from.auditSecret, 'anchor'),
  }
  const anchors = await readAnchors(from.dataDir, keys.anchor)
  const report: AuditReport = {
    events: 0,
    links: 0,
    waiting: 0,
    unsigned: 0,
    anchors: anchors.length,
    receipts: 0,
    problems: [],
  }
  const named = new Set<number>()
  const notesOf = anchorFinder(anchors)
  await withConnection(url, 'verify-audit', async (connection) => {
    await connection.query('begin isolation level repeatable read read only')
    await connection.query('set local statement_timeout = 0')
    let before: ChainLink | null = null
    for (let links = await linksAfter(connection, 0); links.length > 0; ) {
      for (const link of links) {
        verifyLink(keys.chain, before, link, report)
        verifyAnchors(notesOf, link, report)
        await verifyEvents(connection, keys.event, link, named, report)
        before = link
      }
      links = await linksAfter(connection, before?.seq ?? 0)
    }
    verifyEnd(anchors, before?.seq ?? 0, report)
    await verifyUnsealed(connection, keys.event, before?.seq ?? 0, named, report)
    await verifyReceipts(connection, keys.receipt, anchors, named, report)
    await verifyOnce(connection, report)
    await connection.query('commit')
  })
  return report
}

async function linksAfter(connection: Connection, seq: number): Promise<ChainLink[]> {
  const { rows } = await connection.query<
    Record<'seq' | 'sealedAt' | 'ids' | 'times', string> & Record<'macs' | 'hash', Buffer>
  >(
    `select seq, (extract(epoch from sealed_at) * 1000000)::bigint as "sealedAt", event_ids::text as ids,
       event_times::text as times, event_macs as macs, hash
     from audit_chain where seq > $1 order by seq limit $2`,
    [seq, linksAtOnce],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq), sealedAt: Number(row.sealedAt) }))
}

function verifyLink(
  key: Parameters<typeof linkHash>[0],
  before: ChainLink | null,
  link: ChainLink,
  report: AuditReport,
): void {
  report.links++
  const expected = (before?.seq ?? 0) + 1
  if (link.seq > expected) {
    const missing = link.seq === expected + 1 ? `Link ${expected} is` : `Links ${expected} to ${link.seq - 1} are`
    report.problems.push(`${missing} missing from the chain.`)
    return
  }
  if (!linkHash(key, before?.hash ?? beginning, link).equals(link.hash))
    report.problems.push(`Link ${link.seq} of the chain was altered, or does not follow the one before it.`)
}

function verifyAnchors(notesOf: ReturnType<typeof anchorFinder>, link: ChainLink, report: AuditReport): void {
  for (const { hash, place } of notesOf(null, link.seq))
    if (hash !== link.hash.toString('hex'))
      report.problems.push(`Link ${link.seq} differs from the one noted in ${place}: the chain was rebuilt from there.`)
}

async function verifyEvents(
  connection: Connection,
  key: Parameters<typeof auditMacHolds>[0],
  link: ChainLink,
  named: Set<number>,
  report: AuditReport,
): Promise<void> {
  const ids = numbersIn(link.ids)
  const times = numbersIn(link.times)
  const stored = new Map(
    (await eventsWhere(connection, 'id = any($1::bigint[])', [link.ids])).map((row) => [row.id, row]),
  )
  for (const [index, id] of ids.entries()) {
    const event = stored.get(id)
    const problem = event
      ? eventProblem(key, event, times[index], macAt(link, index), report.unsigned === report.events)
      : 'was deleted'
    if (problem) {
      report.problems.push(`Event ${id} ${problem} (sealed in link ${link.seq}).`)
      named.add(id)
    }
    report.events++
    if (event && event.mac.length === 0) report.unsigned++
  }
}

function eventProblem(
  key: Parameters<typeof auditMacHolds>[0],
  event: StoredEvent,
  time: number | undefined,
  mac: Buffer,
  fromBefore: boolean,
): string | null {
  const sealedMac = event.mac.length === signatureLength ? event.mac : noSignature
  if (!sealedMac.equals(mac)) return 'was exchanged for another'
  if (event.mac.length === 0 && !fromBefore) return 'was not written by Coverdesk'
  if (event.mac.length > 0 && !auditMacHolds(key, event, event.mac)) return 'was edited'
  return event.micros === time ? null : 'was given another time'
}

function verifyEnd(anchors: readonly Anchor[], last: number, report: AuditReport): void {
  for (const { holds, place } of anchors) if (!holds) report.problems.push(`${place} was altered.`)
  const furthest = anchors
    .filter(({ holds, process }) => holds && process === null)
    .toSorted((a, b) => b.seq - a.seq)[0]
  if (furthest && furthest.seq > last)
    report.problems.push(
      `The end was cut off: link ${furthest.seq} is noted in ${furthest.place}, but the chain ends with link ${last}.`,
    )
}

/** Verifies events outside of all links: recent ones, or ones added without the application. */
async function verifyUnsealed(
  connection: Connection,
  key: Parameters<typeof auditMacHolds>[0],
  links: number,
  named: Set<number>,
  report: AuditReport,
): Promise<void> {
  const unsealed = await eventsWhere(
    connection,
    'not exists (select from (select unnest(event_ids) as id from audit_chain) sealed where sealed.id = audit_events.id)',
    [],
  )
  const { rows } = await connection.query<{ sealed_to: string; gaps: { from: number; to: number }[] }>(
    'select sealed_to, gaps from audit_progress',
  )
  const sealedTo = Number(rows[0]?.sealed_to ?? 0)
  const mayCome = (id: number) => id > sealedTo || (rows[0]?.gaps ?? []).some(({ from, to }) => id >= from && id <= to)
  for (const event of unsealed) {
    report.events++
    const fromBefore = event.mac.length === 0 && links === 0
    const problem =
      !fromBefore && !auditMacHolds(key, event, event.mac)
        ? 'was not written by Coverdesk, or was edited before it was sealed'
        : mayCome(event.id)
          ? null
          : 'is not in the chain: it was added afterwards'
    if (problem) {
      report.problems.push(`Event ${event.id} ${problem}.`)
      named.add(event.id)
    } else if (fromBefore) report.unsigned++
    else report.waiting++
  }
}

/** Verifies that signatures and sealed ids are unique; a duplicate is a copy, or the chain was rewound. */
async function verifyOnce(connection: Connection, report: AuditReport): Promise<void> {
  const { rows: copies } = await connection.query<{ ids: string[] }>(
    `select array_agg(id order by id) as ids from audit_events where mac <> '' group by mac having count(*) > 1 limit 100`,
  )
  for (const { ids } of copies) report.problems.push(`Events ${ids.join(' and ')} are copies of one.`)
  const { rows: twice } = await connection.query<{ id: string }>(
    'select id from (select unnest(event_ids) as id from audit_chain) sealed group by id having count(*) > 1 order by id limit 100',
  )
  for (const { id } of twice) report.problems.push(`Event ${id} is sealed twice.`)
}

async function eventsWhere(connection: Connection, condition: string, values: unknown[]): Promise<StoredEvent[]> {
  const { rows } = await connection.query<
    Record<'id' | 'micros', string> & { user_id: string | null } & Omit<StoredEvent, 'id' | 'micros' | 'user_id'>
  >(`select ${columns} from audit_events where ${condition} order by id`, values)
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    micros: Number(row.micros),
    user_id: row.user_id === null ? null : Number(row.user_id),
  }))
}
