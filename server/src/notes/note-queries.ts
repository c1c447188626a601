import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { followUpProblem } from '@coverdesk/domain/notes/follow-up.ts'
import type { Note } from '@coverdesk/domain/notes/note-contract.ts'
import { sql } from 'kysely'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { FormFile } from '../platform/http/http-call.ts'
import { keepFile } from './kept-files.ts'
import type { NotedRecord } from './noted-records.ts'

/** Notes on a record, newest first. The caller checks that the user can see the record. */
export async function notesOf(db: Db, { entityMetadataId, entityId }: NotedRecord): Promise<Note[]> {
  return await notesWhere(db, sql`n.kind = ${entityMetadataId} and n.record_id = ${entityId}`)
}

/** Notes of several records of one kind, newest first. */
export async function notesOfMany(db: Db, entityMetadataId: number, ids: readonly number[]): Promise<Note[]> {
  if (ids.length === 0) return []
  return await notesWhere(db, sql`n.kind = ${entityMetadataId} and n.record_id = any(${[...ids]}::bigint[])`)
}

async function notesWhere(db: Db, condition: ReturnType<typeof sql>): Promise<Note[]> {
  const { rows } = await sql<Omit<Note, 'createdDate'> & { createdDate: Date }>`
    select n.id, n.body as "noteBody", n.record_id as "entityId", n.kind as "entityMetadataId", n.created_at as "createdDate",
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name, 'Coverdesk') as "createdBy",
      n.follow_up_on as "followUpOn", n.followed_up_at is not null as "followedUp", f.mime as "docMIME", case when f.id is not null then jsonb_build_object('name', f.name, 'bytes', f.bytes) end as doc
    from notes n
    left join files f on f.id = n.file_id
    left join users u on u.id = n.created_by
    left join contacts c on c.id = u.contact_id
    where ${condition}
    order by n.id desc`.execute(db)
  return rows.map((row) => ({ ...row, createdDate: row.createdDate.toISOString() }))
}

/** Content of a new note. */
export interface NewNote extends NotedRecord {
  noteBody: string
  file: FormFile | null
  followUpOn?: string | undefined
}

/** Fails at the field if the day of a follow-up is past. */
export function refusePastFollowUp(followUpOn: string | undefined, now: Date): void {
  const message = followUpOn && followUpProblem(followUpOn, todayIn(now))
  if (message) fail('request.invalid', { message, details: [{ path: 'followUpOn', message }] })
}

/**
 * Inserts a note and its audit event in the transaction of `db`; returns it as lists show it. The caller checks that
 * the author can see the record.
 */
export async function addNote(
  db: Db,
  { userId, audit }: { userId: number | null; audit: AuditSource },
  { entityMetadataId, entityId, noteBody, file, followUpOn }: NewNote,
): Promise<Note> {
  const fileId = file && (await keepFile(db, userId, file))
  const { rows } = await sql<{ id: number }>`
    insert into notes (kind, record_id, body, file_id, created_by, follow_up_on)
    values (${entityMetadataId}, ${entityId}, ${noteBody}, ${fileId}, ${userId}, ${followUpOn ?? null}) returning id`.execute(
    db,
  )
  const id = rows[0]?.id ?? fail('server.error')
  await writeAudit(db, audit, {
    action: 'create',
    entity: 'note',
    entityId: id,
    outcome: 'done',
    facts: { kind: entityMetadataId, record: entityId, attachedBytes: file?.content.length ?? null },
  })
  const [note] = await notesWhere(db, sql`n.id = ${id}`)
  return note ?? fail('server.error')
}

/** The attachment of a note, with the note's record; undefined if there is no such note or attachment. */
export async function findAttachment(
  db: Db,
  noteId: number,
): Promise<{ record: NotedRecord; fileId: number; name: string; mime: string } | undefined> {
  const { rows } = await sql<NotedRecord & { fileId: number; name: string; mime: string }>`
    select n.kind as "entityMetadataId", n.record_id as "entityId", f.id as "fileId", f.name, f.mime
    from notes n join files f on f.id = n.file_id where n.id = ${noteId}`.execute(db)
  const [found] = rows
  return found && { record: found, fileId: found.fileId, name: found.name, mime: found.mime }
}
