import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/fail.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import type { RouteParts } from '../feature.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import { safeUploadName } from '../platform/http/export-file.ts'
import type { Bind, Handler } from '../platform/http/http-call.ts'
import { completeFollowUp } from './follow-ups.ts'
import { contentOf } from './kept-files.ts'
import { addNote, findAttachment, notesOf, refusePastFollowUp } from './note-queries.ts'
import { canSeeNotes, type NotedRecords, requireVisibleRecord } from './noted-records.ts'

export function noteRoutes(on: Bind, { notedRecords }: Pick<RouteParts, 'notedRecords'>): void {
  on(notes.list, async ({ db, user }, record) => {
    await requireVisibleRecord(db, user, notedRecords, record)
    return await notesOf(db, record)
  })
  on(notes.add, makeNote(notedRecords))
  on(notes.attachment, downloadAttachment(notedRecords))
  on(notes.completeFollowUp, (call, { noteId }) => completeFollowUp(call, noteId))
}

/** Adds a note to a record that the user can see (A-039: read access allows notes). */
const makeNote =
  (records: NotedRecords): Handler<typeof notes.add> =>
  async (call, input) => {
    await requireVisibleRecord(call.db, call.user, records, input)
    refusePastFollowUp(input.followUpOn, call.now)
    return await inTransaction(call.db, (db) =>
      addNote(db, { userId: call.user.id, audit: call.audit }, { ...input, file: call.formFile }),
    )
  }

/** Downloads the original file for users who can see the note's record (P-27), always as an attachment (P-52). */
const downloadAttachment =
  (records: NotedRecords): Handler<typeof notes.attachment> =>
  async ({ db, user, audit }, { noteId }) => {
    const found = (await findAttachment(db, noteId)) ?? fail('record.not_found')
    if (!(await canSeeNotes(db, user, records, found.record))) fail('record.not_found')
    await writeAudit(db, audit, { action: 'read', entity: 'note', outcome: 'done', subjects: [noteId] })
    return {
      isAudited: true,
      stream: Readable.from([await contentOf(db, found.fileId)], { objectMode: false }),
      mediaType: found.mime,
      fileName: safeUploadName(found.name),
    }
  }
