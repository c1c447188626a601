import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/database.ts'
import { eventsIn } from './seal-events.ts'

/** Events of more records than this, such as exports, are kept by pages of 1024 ids, one bit each. */
const manySubjects = 500
/** Events that one pass takes, about. */
const together = 20_000

/**
 * Enters sealed events into the tables by subject, many at once; answers how many. The rest is found all the same, in
 * the record itself, so this only keeps the question fast.
 */
export async function enterSubjects(db: Db): Promise<number> {
  return await inTransaction(db, async (db) => {
    await sql`set local statement_timeout = '5min'`.execute(db)
    const { rows } = await sql<{ indexedSeq: number }>`
      select indexed_seq as "indexedSeq" from audit_progress for update skip locked`.execute(db)
    const from = rows[0]?.indexedSeq
    if (from === undefined) return 0
    const { rows: spans } = await sql<{ to: number | null; events: number }>`
      select max(seq) as "to", coalesce(sum(events), 0)::bigint as events from (
        select seq, cardinality(event_ids) as events, sum(cardinality(event_ids)) over (order by seq) as upto
        from audit_chain where seq > ${from} order by seq limit 1000
      ) links where upto - events < ${together}`.execute(db)
    const span = spans[0]
    if (!span?.to) return 0
    await enterFew(db, from, span.to)
    await enterMany(db, from, span.to)
    await sql`update audit_progress set indexed_seq = ${span.to}`.execute(db)
    return span.events
  })
}

/** Events of the links after `from` up to `to` that are about something. */
const eventsOf = (from: number, to: number) => sql`
  select e.id, e.entity, e.entity_id, e.subjects, coalesce(cardinality(e.subjects), 0) > ${manySubjects} as many
  from audit_chain c, unnest(c.event_ids) as sealed (id),
    lateral (select id, entity, entity_id, subjects from audit_events where id = sealed.id offset 0) e
  where c.seq > ${from} and c.seq <= ${to} and e.entity is not null`

/** An event that names a record twice is entered twice, which costs less than looking for it; the question counts it once. */
async function enterFew(db: Db, from: number, to: number): Promise<void> {
  await sql`
    with events as materialized (${eventsOf(from, to)})
    insert into audit_subjects (entity, subject, event_ids)
    select entity, subject::text, array_agg(id) from events, unnest(subjects) as subject where not many
      group by entity, subject
    union all
    select entity, entity_id, array_agg(id) from events where entity_id is not null group by entity, entity_id`.execute(
    db,
  )
}

async function enterMany(db: Db, from: number, to: number): Promise<void> {
  await sql`
    with events as materialized (${eventsOf(from, to)})
    insert into audit_subject_pages (entity, page, event_id, bits)
    select entity, subject >> 10, id, bit_or(set_bit(repeat('0', 1024)::bit(1024), (subject & 1023)::int, 1))
    from events, unnest(subjects) as subject where many group by entity, subject >> 10, id`.execute(db)
}

/** Something that was done with a record, or refused. */
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
 * Everything in the record about one record, newest first: who was shown it (read, export), who changed it, who was
 * refused (P-73). Complete up to the moment of the question, also for events that are not sealed or entered yet.
 */
export async function accessesTo(db: Db, entity: string, id: string | number): Promise<AuditAccess[]> {
  const subject = String(id)
  const number = /^\d{1,18}$/.test(subject) ? subject : null
  const { rows } = await sql<AuditAccess>`
    with late as (
      select e.id, e.entity, e.entity_id, e.subjects from audit_progress p join audit_events e on e.id > p.sealed_to
      union all
      select e.id, e.entity, e.entity_id, e.subjects from audit_progress p,
        jsonb_to_recordset(p.gaps) as gap ("from" bigint, "to" bigint)
        cross join lateral (${eventsIn('id, entity, entity_id, subjects')} offset 0) e
      union all
      select e.id, e.entity, e.entity_id, e.subjects from audit_progress p join audit_chain c on c.seq > p.indexed_seq,
        unnest(c.event_ids) as sealed (id),
        lateral (select id, entity, entity_id, subjects from audit_events where id = sealed.id offset 0) e
    ),
    about as (
      select unnest(event_ids) as id from audit_subjects where entity = ${entity} and subject = ${subject}
      union
      select event_id from audit_subject_pages
      where entity = ${entity} and page = ${number}::bigint >> 10 and get_bit(bits, (${number}::bigint & 1023)::int) = 1
      union
      select id from late where entity = ${entity} and (entity_id = ${subject} or ${number}::bigint = any(subjects))
    )
    select e.id, e.at, e.user_id as "userId", e.action, e.outcome, e.address, e.request_id as "requestId"
    from about join audit_events e on e.id = about.id order by e.id desc`.execute(db)
  return rows
}
