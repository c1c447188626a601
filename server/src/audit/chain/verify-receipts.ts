import type { KeyObject } from 'node:crypto'
import type { Connection } from '../../platform/db/connection.ts'
import type { AuditReport } from '../audit-report.ts'
import { type Anchor, anchorFinder } from './audit-anchor.ts'
import { linkHash, macAt, numbersIn } from './audit-chain.ts'
import { type Receipt, receiptBeginning } from './audit-receipts.ts'

const receiptsAtOnce = 20

/**
 * Compares the record with the receipts of each process, and reports events that were deleted, moved or redated before they
 * were sealed, and altered receipts. Events in `named` are already reported.
 */
export async function verifyReceipts(
  connection: Connection,
  key: KeyObject,
  anchors: readonly Anchor[],
  named: ReadonlySet<number>,
  report: AuditReport,
): Promise<void> {
  const last = new Map<string, number>()
  const notesOf = anchorFinder(anchors)
  let before: Receipt | null = null
  for (let receipts = await receiptsAfter(connection, null); receipts.length > 0; ) {
    for (const receipt of receipts) {
      verifyReceipt(key, before?.process === receipt.process ? before : null, receipt, report)
      verifyNotes(notesOf, receipt, report)
      await verifyKept(connection, receipt, named, report)
      last.set(receipt.process, receipt.seq)
      before = receipt
    }
    receipts = await receiptsAfter(connection, before)
  }
  verifyEnds(anchors, last, report)
}

async function receiptsAfter(connection: Connection, before: Receipt | null): Promise<Receipt[]> {
  const { rows } = await connection.query<
    Record<'process' | 'seq' | 'sealedAt' | 'ids' | 'times', string> & Record<'macs' | 'hash', Buffer>
  >(
    `select process, seq, (extract(epoch from noted_at) * 1000000)::bigint as "sealedAt", event_ids::text as ids,
       event_times::text as times, event_macs as macs, hash
     from audit_receipts ${before ? 'where (process, seq) > ($2, $3)' : ''} order by process, seq limit $1`,
    before ? [receiptsAtOnce, before.process, before.seq] : [receiptsAtOnce],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq), sealedAt: Number(row.sealedAt) }))
}

/** Process id as shown in the anchor file and the table. */
const short = (process: string) => process.slice(0, 8)

function verifyReceipt(key: KeyObject, before: Receipt | null, receipt: Receipt, report: AuditReport): void {
  report.receipts++
  const { process, seq, hash } = receipt
  const expected = (before?.seq ?? 0) + 1
  if (seq > expected) {
    const missing = seq === expected + 1 ? `Receipt ${expected} is` : `Receipts ${expected} to ${seq - 1} are`
    report.problems.push(`${missing} missing from those of process ${short(process)}.`)
  } else if (!linkHash(key, before?.hash ?? receiptBeginning(process), receipt).equals(hash))
    report.problems.push(
      `Receipt ${seq} of process ${short(process)} was altered, or does not follow the one before it.`,
    )
}

function verifyNotes(
  notesOf: ReturnType<typeof anchorFinder>,
  { process, seq, hash }: Receipt,
  report: AuditReport,
): void {
  for (const anchor of notesOf(process, seq))
    if (anchor.hash !== hash.toString('hex'))
      report.problems.push(`Receipt ${seq} of process ${short(process)} differs from the one noted in ${anchor.place}.`)
}

async function verifyKept(
  connection: Connection,
  receipt: Receipt,
  named: ReadonlySet<number>,
  report: AuditReport,
): Promise<void> {
  const ids = numbersIn(receipt.ids)
  const times = numbersIn(receipt.times)
  const { rows } = await connection.query<{ id: string; mac: Buffer; micros: string }>(
    `select id, mac, (extract(epoch from at) * 1000000)::bigint as micros from audit_events where id = any($1::bigint[])`,
    [receipt.ids],
  )
  const stored = new Map(rows.map((row) => [Number(row.id), row]))
  for (const [index, id] of ids.entries()) {
    if (named.has(id)) continue
    const event = stored.get(id)
    const problem = event
      ? !event.mac.equals(macAt(receipt, index))
        ? 'was exchanged for another'
        : Number(event.micros) !== times[index]
          ? 'was given another time'
          : null
      : 'was deleted'
    if (problem)
      report.problems.push(
        `Event ${id} ${problem} (noted in receipt ${receipt.seq} of process ${short(receipt.process)}).`,
      )
  }
}

function verifyEnds(anchors: readonly Anchor[], last: ReadonlyMap<string, number>, report: AuditReport): void {
  const furthest = new Map<string, Anchor>()
  for (const anchor of anchors)
    if (anchor.process && anchor.holds && anchor.seq > (furthest.get(anchor.process)?.seq ?? 0))
      furthest.set(anchor.process, anchor)
  for (const [process, { seq, place }] of furthest) {
    const end = last.get(process) ?? 0
    if (seq > end)
      report.problems.push(
        `The receipts of process ${short(process)} were cut off: receipt ${seq} is noted in ${place}, but ${end === 0 ? 'there is none' : `the last one is ${end}`}.`,
      )
  }
}
