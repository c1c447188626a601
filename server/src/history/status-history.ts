import type { StatusEntry } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Kinds of record with a status history; `lookup_values` lists the statuses of each as `status.<kind>`. */
export type StatusKind = 'customer' | 'lead' | 'application' | 'pto' | 'nonpaid' | 'lost' | 'variance'

/**
 * Adds a status history entry and ends the previous one at the same time (A-065); null clears the status. The caller must lock
 * the record and check the status with `findStatus`.
 */
export async function addStatus(
  db: Db,
  {
    kind,
    id,
    statusId,
    comment,
    by,
    agentId = null,
  }: {
    kind: StatusKind
    id: number
    statusId: number | null
    comment: string
    by: number | null
    /** New agent of the record, for kinds that are assigned. */
    agentId?: number | null
  },
): Promise<void> {
  await sql`
    with ended as (
      update status_changes set ended_at = clock_timestamp()
      where kind = ${kind} and record_id = ${id} and ended_at is null returning ended_at)
    insert into status_changes (kind, record_id, status_id, comment, created_at, created_by, agent_id)
    values (${kind}, ${id}, ${statusId}, ${comment}, coalesce((select ended_at from ended), clock_timestamp()), ${by}, ${agentId})`.execute(
    db,
  )
}

/** Adds status history entries to many records and ends the previous ones. The caller must lock the records and check the statuses. */
export async function addStatuses(
  db: Db,
  kind: StatusKind,
  records: readonly { id: number; value: number | null; agentId?: number | null }[],
  { comment, by }: { comment: string; by: number },
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, value bigint, "agentId" bigint)`
  await sql`
    update status_changes c set ended_at = clock_timestamp() from ${given}
    where c.kind = ${kind} and c.record_id = r.id and c.ended_at is null`.execute(db)
  // Runs after the previous entries have ended, because each record may have one current entry.
  await sql`
    insert into status_changes (kind, record_id, status_id, comment, created_by, agent_id)
    select ${kind}, r.id, r.value, ${comment}, ${by}, r."agentId" from ${given}`.execute(db)
}

/** Name of a status, or undefined if it does not exist. */
export async function findStatus(db: Db, kind: StatusKind, statusId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from lookup_values where list = ${`status.${kind}`} and id = ${statusId}`.execute(db)
  return rows[0]?.name
}

/** A history entry with the agent of the record from then on, for kinds that are assigned. */
export interface AssignedStatus extends StatusEntry {
  agentName: string | null
}

/** Status history, oldest first; the last entry is the current one. */
export async function statusHistory(db: Db, kind: StatusKind, id: number): Promise<AssignedStatus[]> {
  return (await statusHistories(db, kind, [id])).get(id) ?? []
}

/** Status histories of many records by id, each oldest first; a record without one is not in it. */
export async function statusHistories(
  db: Db,
  kind: StatusKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AssignedStatus[]>> {
  const { rows } = await sql<AssignedStatus & { recordId: number }>`
    select h.record_id as "recordId", s.name as status, h.status_id as "statusId", h.comment, h.created_at as "createdDate",
      h.ended_at as "endDate",
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name, 'Coverdesk') as "createdBy",
      a.name as "agentName"
    from status_changes h
    left join agents a on a.id = h.agent_id
    left join lookup_values s on s.list = ${`status.${kind}`} and s.id = h.status_id
    left join users u on u.id = h.created_by
    left join contacts c on c.id = u.contact_id
    where h.kind = ${kind} and h.record_id = any(${ids}::bigint[])
    order by h.id`.execute(db)
  return Map.groupBy(
    rows.map(({ createdDate, endDate, ...row }) => ({
      ...row,
      createdDate: new Date(createdDate).toISOString(),
      endDate: endDate === null ? null : new Date(endDate).toISOString(),
    })),
    ({ recordId }) => recordId,
  )
}
