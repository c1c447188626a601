import { auditKey, auditMacHolds, signatureLength } from '../../platform/audit/audit-mac.ts'
import { linkHash, macAt, noSignature, numbersIn } from '../chain/audit-chain.ts'
import { type EventLine, type LinkLine, SiemLine, type SubjectsLine } from './siem-lines.ts'
import { joinEvent } from './split-delivery.ts'

/** Result for a copy; an empty list of problems means that the copy is whole from its first to its last link. */
export interface CopyReport {
  events: number
  links: number
  first: number | null
  last: number | null
  problems: string[]
}

/** Hash of each link so far, and the link before. */
interface Verified {
  hashes: Map<number, string>
  before: LinkLine | null
  /** Whether the link before replaced another of its number. */
  isReplaced: boolean
}

/**
 * Verifies a copy of the record as the SIEM received it (NDJSON): signature and time of each event, hash of each link, and
 * that no link is missing between the first and the last one. Repeated deliveries are fine; another link of the same number,
 * as after a restore from a backup, is verified and reported.
 */
export async function verifyCopy(lines: AsyncIterable<string>, auditSecret: string): Promise<CopyReport> {
  const keys = { event: auditKey(auditSecret), chain: auditKey(auditSecret, 'chain') }
  const report: CopyReport = { events: 0, links: 0, first: null, last: null, problems: [] }
  const verified: Verified = { hashes: new Map(), before: null, isReplaced: false }
  let events = new Map<number, EventLine>()
  let more: SubjectsLine[] = []
  let number = 0
  for await (const text of lines) {
    number++
    if (text.trim() === '') continue
    const line = readLine(text)
    if (!line) report.problems.push(`Line ${number} is no line of the audit record.`)
    else if (line.type === 'event') events.set(line.id, line)
    else if (line.type === 'subjects') more.push(line)
    else {
      if (verified.hashes.get(line.seq) !== line.hash) {
        verifyOrder(verified, line, report)
        const ofEvent = Map.groupBy(more, ({ event }) => event)
        for (const [id, event] of events) events.set(id, joinEvent(event, ofEvent.get(id) ?? []))
        verifyLink(keys, line, events, report)
      }
      events = new Map()
      more = []
    }
  }
  return report
}

function readLine(text: string) {
  try {
    return SiemLine.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function verifyOrder(verified: Verified, link: LinkLine, report: CopyReport): void {
  const { hashes, before } = verified
  report.first ??= link.seq
  report.last = link.seq
  const isReplaced = before !== null && (hashes.has(link.seq) || link.seq < before.seq)
  // One report for all links since a restore.
  if (isReplaced && !verified.isReplaced)
    report.problems.push(
      `Link ${link.seq} is there twice and differs. The database was restored from a backup, or two servers send to this copy.`,
    )
  const hashBefore = hashes.get(link.seq - 1)
  if (before && hashBefore === undefined && link.seq > before.seq)
    report.problems.push(`Links between ${before.seq} and ${link.seq} are missing from the copy.`)
  else if (hashBefore !== undefined && link.before !== hashBefore)
    report.problems.push(`Link ${link.seq} does not follow the one before it.`)
  hashes.set(link.seq, link.hash)
  verified.before = link
  verified.isReplaced = isReplaced
}

function verifyLink(
  keys: Record<'event' | 'chain', Parameters<typeof linkHash>[0]>,
  line: LinkLine,
  events: ReadonlyMap<number, EventLine>,
  report: CopyReport,
): void {
  report.links++
  const link = { ...line, macs: Buffer.from(line.macs, 'base64'), hash: Buffer.from(line.hash, 'hex') }
  if (!linkHash(keys.chain, Buffer.from(line.before, 'hex'), link).equals(link.hash))
    report.problems.push(`Link ${line.seq} was altered.`)
  const times = numbersIn(line.times)
  for (const [index, id] of numbersIn(line.ids).entries()) {
    report.events++
    const event = events.get(id)
    const problem = event ? eventProblem(keys.event, event, times[index], macAt(link, index)) : 'is missing'
    if (problem) report.problems.push(`Event ${id} ${problem} (link ${line.seq}).`)
  }
}

function eventProblem(
  key: Parameters<typeof auditMacHolds>[0],
  event: EventLine,
  time: number | undefined,
  sealed: Buffer,
): string | null {
  const mac = Buffer.from(event.mac, 'base64')
  if (!(mac.length === signatureLength ? mac : noSignature).equals(sealed)) return 'was exchanged for another'
  if (mac.length > 0 && !auditMacHolds(key, event, mac)) return 'was edited'
  return microsOf(event.at) === time ? null : 'was given another time'
}

/** Microseconds since 1970 of a time with microseconds, which Date cuts. */
const microsOf = (at: string) => Math.floor(Date.parse(`${at.slice(0, 19)}Z`)) * 1_000 + Number(at.slice(20, 26))
