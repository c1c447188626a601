import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Time of the last note, change or status of a record, by the database's clock. */
export function lastActivity(of: { noteKind: number; entities: readonly string[]; statusKind?: string; id: string }) {
  const id = sql.ref(of.id)
  return sql`greatest(
    (select max(n.created_at) from notes n where n.kind = ${of.noteKind} and n.record_id = ${id}),
    (select max(h.at) from record_changes h where h.entity = any(${of.entities}) and h.record_id = ${id}),
    (select max(greatest(s.created_at, s.ended_at)) from status_changes s where s.kind = ${of.statusKind ?? ''} and s.record_id = ${id}))`
}

/** Destroys the notes of records with their attachments, and both histories, which contain values. */
export async function destroyWhatWasSaid(
  db: Db,
  of: { noteKind: number; entities: readonly string[]; statusKind?: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    with gone as (delete from notes where kind = ${of.noteKind} and record_id = any(${of.ids}::bigint[]) returning id, file_id)
    delete from files f using gone
    where f.id = gone.file_id and not exists (
      select from notes n where n.file_id = f.id and n.id not in (select id from gone))`.execute(db)
  await sql`
    delete from record_changes where entity = any(${of.entities}) and record_id = any(${of.ids}::bigint[])`.execute(db)
  if (of.statusKind)
    await sql`
      delete from status_changes where kind = ${of.statusKind} and record_id = any(${of.ids}::bigint[])`.execute(db)
}
