import { z } from 'zod'
import { CalendarDate } from '../fields/calendar-date.ts'
import { Id, NotSet } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { mayReadAnyNotes } from './noted-kinds.ts'

/** Maximum attachment size in bytes (NOTE-07, A-067). */
export const maxAttachmentBytes = 5 * 1024 * 1024
/** Maximum note length; a letter page is about 3,000 characters. */
export const maxNoteLength = 10_000

/** Text of a note; line endings are normalized to line feeds. */
export const NoteBody = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'Required')
      .max(maxNoteLength, `At most ${maxNoteLength} characters`)
      .refine((text) => !/[\0\p{Cs}]/u.test(text), 'Not valid'),
  )

/** Input of a note, without its attachment. */
export const NoteInput = z.strictObject({
  noteBody: NoteBody,
  entityId: Id,
  entityMetadataId: Id,
  /** Day on which the landing page reminds the author. */
  followUpOn: NotSet.or(CalendarDate).optional(),
})

/** Note (NOTE-09); `docMIME` and `doc` are those of its attachment, null without one. */
export const Note = z.object({
  id: z.number().int(),
  noteBody: z.string(),
  entityId: z.number().int(),
  entityMetadataId: z.number().int(),
  /** The author's name. */
  createdBy: z.string(),
  createdDate: z.string(),
  docMIME: z.string().nullable(),
  doc: z.object({ name: z.string(), bytes: z.number().int() }).nullable(),
  followUpOn: z.string().nullable(),
  /** The follow-up is marked as done. */
  followedUp: z.boolean(),
})
export type Note = z.infer<typeof Note>

export const notes = {
  list: route({
    method: 'GET',
    path: '/api/Notes/{entityId}/{entityMetadataId}',
    allow: mayReadAnyNotes,
    audit: { reads: 'note', of: 'entityId' },
    summary: 'Notes on a visible record, newest first',
    input: z.strictObject({ entityId: Id, entityMetadataId: Id }),
    output: z.array(Note),
  }),
  add: route({
    method: 'POST',
    path: '/api/Notes',
    allow: mayReadAnyNotes,
    audit: 'own',
    summary: 'Create a note on a record, with an attachment of any type up to 5 MB',
    input: NoteInput,
    output: Note,
    body: { form: { file: 'doc', largest: maxAttachmentBytes } },
  }),
  attachment: route({
    method: 'GET',
    path: '/api/Notes/{noteId}',
    allow: mayReadAnyNotes,
    audit: { reads: 'note' },
    summary: 'The attachment of a note, always as a download',
    input: z.strictObject({ noteId: Id }),
    // Always a file.
    output: z.never(),
  }),
  completeFollowUp: route({
    method: 'POST',
    path: '/api/Notes/{noteId}/followedUp',
    allow: mayReadAnyNotes,
    audit: 'own',
    summary: "Mark the follow-up of one's own note as done",
    input: z.strictObject({ noteId: Id }),
    output: Done,
  }),
}
