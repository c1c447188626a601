import { type RawBuilder, sql } from 'kysely'
import { type Db, prepared } from '../platform/db/database.ts'
import { eventsOfLinks, lateEvents, takeLinks } from './chain/chain-progress.ts'

/** Events with more records than this, such as exports, are indexed by pages of 1024 ids with one bit each. */
const manySubjects = 500
/**
 * Indexes sealed events by subject in batches; returns their number. Events that are not indexed yet are found in the record
 * itself, so this only affects speed.
 */
export async function enterSubjects(db: Db): Promise<number> {
  return await takeLinks(db, 'indexed_seq', async (db, links) => {
    await enterFew(db, links)
    await enterMany(db, links)
  })
}

/** Events of links that have a subject. */
const eventsOf = (links: RawBuilder<unknown>) => sql`
  select e.*, coalesce(cardinality(e.subjects), 0) > ${manySubjects} as many
  from (${eventsOfLinks(links, 'id, entity, entity_id, subjects')}) e where e.entity is not null`

/** Duplicates within an event are indexed twice, because checking costs more; the query counts them once. */
async function enterFew(db: Db, links: RawBuilder<unknown>): Promise<void> {
  await sql`
    with events as materialized (${eventsOf(links)})
    insert into audit_subjects (entity, subject, event_ids)
    select entity, subject::text, array_agg(id) from events, unnest(subjects) as subject where not many
      group by entity, subject
    union all
    select entity, entity_id, array_agg(id) from events where entity_id is not null group by entity, entity_id`.execute(
    db,
  )
}

async function enterMany(db: Db, links: RawBuilder<unknown>): Promise<void> {
  await sql`
    with events as materialized (${eventsOf(links)})
    insert into audit_subject_pages (entity, page, event_id, bits)
    select entity, subject >> 10, id, bit_or(set_bit(repeat('0', 1024)::bit(1024), (subject & 1023)::int, 1))
    from events, unnest(subjects) as subject where many group by entity, subject >> 10, id`.execute(db)
}

/** An access to a record, performed or rejected. */
export interface AuditAccess {
  id: number
  at: Date
  userId: number | null
  action: string
  outcome: string
  address: string | null
  requestId: string | null
}

/**
 * SQL query for the ids of all events about one record: reads, exports, changes and rejections (P-73). Complete at the time of the
 * query, including events that are not sealed or indexed yet.
 */
export function eventsAbout(entities: string, subject: string, number: string): string {
  return `
    select unnest(event_ids) as id from audit_subjects where entity = any(${entities}) and subject = ${subject}
    union
    select event_id from audit_subject_pages
    where entity = any(${entities}) and page = ${number} >> 10 and get_bit(bits, (${number} & 1023)::int) = 1
    union
    select late.id from (${lateEvents('indexed_seq', ['id', 'entity', 'entity_id', 'subjects'])}) late
    where late.entity = any(${entities}) and (late.entity_id = ${subject} or ${number} = any(late.subjects))`
}

/** A record's id as a number; for one of another form a number that no record has. */
export const numberOf = (id: string) => (/^\d{1,18}$/.test(id) ? id : '-1')

/** All events about one record, newest first (P-73). */
export async function accessesTo(db: Db, entity: string, id: string | number): Promise<AuditAccess[]> {
  const subject = String(id)
  const about = eventsAbout('$1::text[]', '$2::text', '$3::bigint')
  const text = `
    select e.id, e.at, e.user_id as "userId", e.action, e.outcome, e.address, e.request_id as "requestId"
    from (${about}) about join audit_events e on e.id = about.id order by e.id desc`
  return await prepared<AuditAccess>(db, { text }, [[entity], subject, numberOf(subject)])
}
