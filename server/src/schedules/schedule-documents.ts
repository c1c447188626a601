import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/fail.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { documentEndings, type ScheduleRowOut, type schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { sql } from 'kysely'
import { keepChanges } from '../history/record-changes.ts'
import { contentOf, keepFile } from '../notes/kept-files.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { safeUploadName } from '../platform/http/export-file.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findSchedule, lockScheduleOf } from './schedule-queries.ts'

/** Downloads the document of a row, always as an attachment (P-52). */
export const downloadDocument: Handler<typeof schedules.document> = async ({ db }, { id }) => {
  await findSchedule(db, id)
  const { rows } = await sql<{ id: number; name: string; mime: string }>`
    select f.id, f.name, f.mime from commission_schedules s join files f on f.id = s.document_id where s.id = ${id}`.execute(
    db,
  )
  const found = rows[0] ?? fail('record.not_found', { message: 'This row has no document' })
  return {
    stream: Readable.from([await contentOf(db, found.id)], { objectMode: false }),
    mediaType: found.mime,
    fileName: safeUploadName(found.name),
  }
}

/** Keeps a document with a row, or with all rows of the carrier that begin in the same year. */
export const attachDocument: Handler<typeof schedules.attach> = (call, { id, wholeYear }) => {
  const file = call.formFile ?? refuse('Choose a file')
  if (!documentEndings.some((ending) => file.name.toLowerCase().endsWith(ending)))
    refuse('Only a PDF, a picture or a spreadsheet is accepted')
  if (file.content.length === 0) refuse('The file is empty')
  return inTransaction(call.db, async (db) => {
    const row = await lockRow(db, id)
    const fileId = await keepFile(db, call.user.id, file)
    const year = firstOfMonth(row.firstMonth).slice(0, 4)
    const ofYear = sql`s.carrier_id = ${row.carrierId} and s.first_month between ${`${year}-01-01`}::date and ${`${year}-12-01`}::date`
    return await setDocument(db, call, wholeYear ? ofYear : sql`s.id = ${id}`, fileId)
  })
}

/** Takes the document off a row; others may still have it. */
export const detachDocument: Handler<typeof schedules.detach> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    await lockRow(db, id)
    return await setDocument(db, call, sql`s.id = ${id}`, null)
  })

async function lockRow(db: Db, id: number): Promise<ScheduleRowOut> {
  await lockScheduleOf(db, (await findSchedule(db, id)).carrierId)
  return await findSchedule(db, id)
}

async function setDocument(
  db: Db,
  call: SignedInCall,
  which: ReturnType<typeof sql>,
  fileId: number | null,
): Promise<{ rows: number }> {
  const { rows } = await sql<{ id: number; version: number; old: string | null; name: string | null }>`
    with chosen as (
      select s.id, f.name from commission_schedules s left join files f on f.id = s.document_id
      where ${which} and s.document_id is distinct from ${fileId}::bigint)
    update commission_schedules t set document_id = ${fileId}::bigint, version = t.version + 1
    from chosen c where t.id = c.id
    returning t.id, t.version, c.name as old, (select n.name from files n where n.id = ${fileId}::bigint) as name`.execute(
    db,
  )
  const changes = rows.map(({ id, version, old, name }) => ({
    id,
    version,
    action: name === null ? 'Document removed' : 'Document added',
    changes: [{ field: 'Document', old, new: name }],
  }))
  await keepChanges(db, 'schedule', call.user.id, changes)
  for (const { id } of rows)
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'schedule',
      entityId: id,
      outcome: 'done',
      facts: { fields: 'Document' },
    })
  return { rows: rows.length }
}

function refuse(message: string): never {
  return fail('request.invalid', { message, details: [{ path: 'document', message }] })
}
