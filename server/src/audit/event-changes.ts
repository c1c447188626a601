import type { AuditChange } from '@coverdesk/domain/audit/audit-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Maximum number of changes shown for one event; an import may have a million. */
const maxChanges = 100

/** Properties of an event that locate its changed values. */
export interface ChangedBy {
  id: number
  action: string
  entity: string | null
  entityId: string | null
  facts: Readonly<Record<string, unknown>>
}

/**
 * Old and new values of an event, from bulk changes, imports, the field history or the status history. The audit record
 * itself stores no values (decision 010).
 */
export async function findEventChanges(db: Db, event: ChangedBy): Promise<{ changes: AuditChange[]; more: boolean }> {
  const { facts, entity, entityId, action } = event
  const sources = [
    ...(typeof facts.bulk === 'number' ? [ofBulk(facts.bulk, action === 'undo')] : []),
    ...(action === 'import' && entity === 'policies' && isId(entityId) ? [ofLoad(entityId)] : []),
    ...(action === 'status' && isId(entityId) ? [ofStatus(event)] : []),
    ...(['create', 'update', 'status', 'assign'].includes(action) && isId(entityId) ? [ofFields(event)] : []),
  ]
  for (const source of sources) {
    const { rows } = await sql<AuditChange>`${source} limit ${maxChanges + 1}`.execute(db)
    if (rows.length > 0) return { changes: rows.slice(0, maxChanges), more: rows.length > maxChanges }
  }
  return { changes: [], more: false }
}

const isId = (text: string | null): text is string => text !== null && /^\d{1,18}$/.test(text)

/** One field of many records; an undo swaps old and new. */
function ofBulk(bulkId: number, undone: boolean): RawBuilder<AuditChange> {
  const name = (value: string) => sql`(case
    when b.action like '%.agent' then (select name from agents where id = ${sql.ref(value)})
    when b.action = 'lead.disposition' then (select name from lookup_values where list = 'status.lead' and id = ${sql.ref(value)})
    when b.action = 'customer.status' then (select name from lookup_values where list = 'status.customer' and id = ${sql.ref(value)})
    when ${sql.ref(value)} is null then 'No' else 'Yes' end)`
  const [before, after] = [name('n.old_value'), name('b.value')]
  return sql`
    select n.record_id::text as record,
      case when b.action like '%.agent' then 'Agent' when b.action = 'lead.disposition' then 'Disposition'
        when b.action = 'customer.status' then 'Status' else 'Processed' end as field,
      ${undone ? after : before} as old, ${undone ? before : after} as new
    from bulk_changes b join bulk_change_entries n on n.bulk_id = b.id
    where b.id = ${bulkId} and ${undone ? sql`not n.kept` : sql`true`} order by n.record_id`
}

const ofLoad = (batchId: string): RawBuilder<AuditChange> => sql`
  select coalesce(p.policy_number, h.policy_id::text) as record, h.field, h.old_value as old, h.new_value as new
  from policy_changes h left join policies p on p.id = h.policy_id
  where h.batch_id = ${batchId}::bigint order by h.id`

/**
 * Contacts and customers share one history. The change is matched by transaction id, or by the nearest time within a second
 * if the database was restored from a dump and transaction ids were lost.
 */
const ofFields = ({ id, entityId, facts }: ChangedBy): RawBuilder<AuditChange> => sql`
  select null as record, f.field, f.old, f.new
  from (
    select h.changes from audit_events e join record_changes h on h.record_id = ${entityId}::bigint
      and (h.entity = e.entity or (h.entity in ('contact', 'customer') and e.entity in ('contact', 'customer')))
    where e.id = ${id} and h.by_user is not distinct from e.user_id
      and h.at between e.at - interval '5 seconds' and e.at + interval '5 seconds'
      and h.version = coalesce(${typeof facts.version === 'number' ? facts.version : null}, h.version)
      and (h.xmin = e.xmin or abs(extract(epoch from h.at - e.at)) < 1)
    order by h.xmin = e.xmin desc, abs(extract(epoch from h.at - e.at)) limit 1
  ) kept cross join lateral jsonb_to_recordset(kept.changes) as f (field text, old text, new text)
  where true`

const ofStatus = ({ id, entityId }: ChangedBy): RawBuilder<AuditChange> => sql`
  select null as record, 'Status' as field, was.name as old, became.name as new
  from audit_events e
  cross join lateral (
    select s.* from status_changes s where s.kind = e.entity and s.record_id = ${entityId}::bigint
      and s.created_by is not distinct from e.user_id
      and s.created_at between e.at - interval '5 seconds' and e.at + interval '5 seconds'
    order by abs(extract(epoch from s.created_at - e.at)), s.id desc limit 1
  ) s
  left join lookup_values became on became.list = 'status.' || s.kind and became.id = s.status_id
  left join lateral (
    select status_id from status_changes p where p.kind = s.kind and p.record_id = s.record_id and p.id < s.id
    order by p.id desc limit 1
  ) p on true
  left join lookup_values was on was.list = 'status.' || s.kind and was.id = p.status_id
  where e.id = ${id} and e.action = 'status'`
