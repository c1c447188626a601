import type { AuditRow } from '@coverdesk/domain/audit/audit-contract.ts'

/** Event with the number of equal ones that directly precede it in time. */
export interface FoldedEvent extends AuditRow {
  times: number
}

/** Folds neighboring events that differ only in time, newest first; the newest represents all. */
export function foldEvents(events: readonly AuditRow[]): FoldedEvent[] {
  const folded: FoldedEvent[] = []
  for (const event of events) {
    const last = folded.at(-1)
    if (last && sameOf(last) === sameOf(event)) last.times++
    else folded.push({ ...event, times: 1 })
  }
  return folded
}

function sameOf({ user, action, entity, entityId, recordName, records, result, address }: AuditRow): string {
  return JSON.stringify([user, action, entity, entityId, recordName, records, result, address])
}
