import type { AuditDetail, AuditRow } from '@coverdesk/domain/audit/audit-contract.ts'
import { masked, maskedChange } from '@coverdesk/domain/audit/mask-values.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { factsWithNames, rightsSentences } from '@coverdesk/domain/users/rights-history.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { selectedColumns } from '../platform/lists/select-list.ts'
import { auditList } from './audit-list.ts'
import { findEventChanges } from './event-changes.ts'
import { findFactNames } from './fact-names.ts'

type Found = Omit<AuditRow, 'date'> & {
  date: Date
  isOwn: boolean
  requestId: string | null
  facts: Record<string, unknown>
}

/** One event with the values that it changed, secrets and card data masked; `record.not_found` if there is none. */
export async function findAuditDetail(db: Db, id: number): Promise<AuditDetail> {
  const { rows } = await sql<Found>`
    select ${selectedColumns(auditList.columns)}, e.request_id as "requestId", e.facts,
      e.entity = 'user' and e.user_id::text is not distinct from e.entity_id as "isOwn"
    from ${sql.raw(auditList.table)} ${sql.raw(auditList.joins)} where e.id = ${id}`.execute(db)
  const { facts, date, isOwn, ...event } = rows[0] ?? fail('record.not_found')
  const names = await findFactNames(db, [{ entity: event.entity, facts }])
  const isDone = event.result === 'done'
  const { changes, more } = await findEventChanges(db, { ...event, facts })
  return {
    ...event,
    date: date.toISOString(),
    sentences: isDone
      ? rightsSentences({ ...event, by: event.user, isOwn, facts }, event.recordName ?? 'a user', names)
      : [],
    facts: factsInWords(factsWithNames({ entity: event.entity, facts }, names)),
    changes: changes.map(maskedChange),
    more,
  }
}

/** Non-empty facts by name. */
function factsInWords(facts: Record<string, unknown>): AuditDetail['facts'] {
  return Object.entries(facts)
    .map(([name, value]) => ({ name, value: typeof value === 'object' ? JSON.stringify(value ?? '') : String(value) }))
    .filter(({ value }) => value !== '' && value !== '""')
    .map(({ name, value }) => ({ name, value: masked(name, value) ?? '' }))
}
