import { auditKey, auditMacHolds, signatureLength } from '../../platform/audit/audit-mac.ts'
import { linkHash, macAt, noSignature, numbersIn } from '../chain/audit-chain.ts'
import { type EventLine, type LinkLine, SiemLine } from './siem-lines.ts'

/** Result for a copy; an empty list of problems means that the copy is whole from its first to its last link. */
export interface CopyReport {
  events: number
  links: number
  first: number | null
  last: number | null
  problems: string[]
}

/**
 * Verifies a copy of the record as the SIEM received it (NDJSON): signature and time of each event, hash of each link, and
 * that no link is missing between the first and the last one. Repeated deliveries are fine.
 */
export async function verifyCopy(lines: AsyncIterable<string>, auditSecret: string): Promise<CopyReport> {
  const keys = { event: auditKey(auditSecret), chain: auditKey(auditSecret, 'chain') }
  const report: CopyReport = { events: 0, links: 0, first: null, last: null, problems: [] }
  let events = new Map<number, EventLine>()
  let before: LinkLine | null = null
  let number = 0
  for await (const text of lines) {
    number++
    if (text.trim() === '') continue
    const line = readLine(text)
    if (!line) report.problems.push(`Line ${number} is no line of the audit record.`)
    else if (line.type === 'event') events.set(line.id, line)
    else {
      if (before && line.seq <= before.seq) {
        if (line.seq === before.seq && line.hash !== before.hash)
          report.problems.push(`Link ${line.seq} is there twice and differs.`)
      } else {
        verifyOrder(before, line, report)
        verifyLink(keys, line, events, report)
        before = line
      }
      events = new Map()
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

function verifyOrder(before: LinkLine | null, link: LinkLine, report: CopyReport): void {
  report.first ??= link.seq
  report.last = link.seq
  if (!before) return
  if (link.seq !== before.seq + 1)
    report.problems.push(`Links between ${before.seq} and ${link.seq} are missing from the copy.`)
  else if (link.before !== before.hash) report.problems.push(`Link ${link.seq} does not follow the one before it.`)
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
