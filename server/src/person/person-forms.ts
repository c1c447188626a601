import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { newestEntries } from '@coverdesk/domain/person/newest-entries.ts'
import type { PersonEntry } from '@coverdesk/domain/person/person-contract.ts'
import { sql } from 'kysely'
import { statusHistories } from '../history/status-history.ts'
import { notesOfMany } from '../notes/note-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { entryDefaults } from './entry-defaults.ts'
import { offlineOf } from './household.ts'
import { matchesPerson } from './matches-person.ts'
import type { FoundEntry, Person } from './person-source.ts'

const visibleIn = (visibility: Visibility, column: string) =>
  visibility.all ? sql`true` : sql`${sql.ref(column)} = any(${visibility.agentIds}::bigint[])`

/** Notes that were written on forms before their person had a page; they stay with the form, whose reader sees them here. */
async function notesOnForms(
  db: Db,
  { kind, entity, ids, title }: { kind: 'lead' | 'offline'; entity: string; ids: readonly number[]; title: string },
): Promise<FoundEntry[]> {
  const found = await notesOfMany(db, notedKinds[kind].id, ids)
  return found.map((note) => ({
    ...entryDefaults,
    kind: 'note',
    key: `${kind} ${note.id}`,
    at: note.createdDate,
    title,
    by: note.createdBy,
    text: note.noteBody,
    file: note.doc && { noteId: note.id, name: note.doc.name },
    shows: { entity, id: note.entityId },
  }))
}

/** Leads of the person that the caller can see, with their notes and the outcomes of their calls; the newest 20. */
export async function leadEntries(db: Db, caller: SignedIn, person: Person): Promise<FoundEntry[]> {
  if (person.lastName === '') return []
  const { rows } = await sql<{ id: number; plan: string | null; agent: string | null; at: Date }>`
    select l.id, l.plan, a.name as agent, l.created_at as at
    from leads l left join agents a on a.id = l.agent_id
    where (l.contact_id = ${person.id} or ${matchesPerson(person, 'l')}) and ${visibleIn(caller.visibility('Lead'), 'l.agent_id')}
    order by l.id desc limit ${newestEntries.lead}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const histories = await statusHistories(db, 'lead', ids)
  const entries = rows.flatMap(({ id, plan, agent, at }): FoundEntry[] => {
    const created: PersonEntry = {
      ...entryDefaults,
      kind: 'lead',
      key: `${id}`,
      at: at.toISOString(),
      title: 'Came as a lead',
      text: [plan, agent && `assigned to ${agent}`].filter(Boolean).join(', ') || null,
      record: id,
    }
    const dispositions = (histories.get(id) ?? []).map(
      ({ status, comment, createdBy, createdDate }, index): PersonEntry => ({
        ...entryDefaults,
        kind: 'lead',
        key: `${id} ${index}`,
        at: createdDate,
        title: 'Disposition of the lead',
        by: createdBy,
        text: comment || null,
        state: { word: status ?? 'Cleared', tone: 'grey' },
        record: id,
      }),
    )
    return [created, ...dispositions]
  })
  const noted = await notesOnForms(db, { kind: 'lead', entity: 'lead', ids, title: 'Note on the lead' })
  return [...entries, ...noted]
}

/** Offline applications of the person that the caller can see, with their notes, the newest 20; never with a sealed number. */
export async function offlineEntries(db: Db, caller: SignedIn, person: Person): Promise<FoundEntry[]> {
  if (person.lastName === '') return []
  const { rows } = await sql<{
    id: number
    plan: string
    at: Date
    processedAt: Date | null
    by: string
    held: boolean
    applicant: string
    own: boolean
  }>`
    select o.id, o.plan_selected as plan, trim(o.first_name || ' ' || o.last_name) as applicant,
      (o.contact_id = ${person.id} or ${matchesPerson(person, 'o')}) is true as own, o.created_at as at, o.processed_at as "processedAt", o.held,
      coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name) as by
    from offline_applications o
    left join users u on u.id = o.created_by
    left join contacts c on c.id = u.contact_id
    where ${offlineOf(caller, person)}
    order by o.id desc limit ${newestEntries.offline}`.execute(db)
  const title = 'Note on the offline application'
  const ids = rows.filter(({ own }) => own).map(({ id }) => id)
  const noted = await notesOnForms(db, { kind: 'offline', entity: 'offline-application', ids, title })
  const entries = rows.flatMap(({ id, plan, at, processedAt, by, held, applicant, own }): PersonEntry[] => [
    {
      ...entryDefaults,
      kind: 'offline',
      key: `${id}`,
      at: at.toISOString(),
      title: own ? 'Offline application' : `On the offline application of ${applicant}`,
      by,
      text: plan || null,
      state: held ? { word: 'Held', tone: 'amber' } : null,
      record: id,
    },
    ...(processedAt === null
      ? []
      : [
          {
            ...entryDefaults,
            kind: 'offline' as const,
            key: `${id} processed`,
            at: processedAt.toISOString(),
            title: 'Offline application processed',
            state: { word: 'Processed', tone: 'green' as const },
            record: id,
          },
        ]),
  ])
  return [...entries, ...noted]
}
