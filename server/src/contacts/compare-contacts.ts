import { type Comparison, type DuplicateScore, duplicateScore } from '@coverdesk/domain/contacts/duplicate-score.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'

/** Two contacts and the facts that a comparison uses. */
interface Candidate extends Comparison {
  id: number
  otherId: number
}

/** Maximum number of candidates per date of birth, email or phone: thousands can share the phone of a switchboard. */
const maxMatches = 1_000

/** Two contacts that may be the same person. */
export interface LikelyPair extends DuplicateScore {
  id: number
  otherId: number
}

/** For each of these contacts, the unmerged contacts that may be the same person. */
export async function likelyPairs(db: Db, ids: readonly number[]): Promise<LikelyPair[]> {
  const { rows } = await sql<Candidate>`
    with asked as materialized (
      select c.id, c.sort_name, c.dob from contacts c where c.id = any(${ids}::bigint[]) and c.merged_into is null),
    sharing (id, other_id, email, phone) as (
      select a.id, o.id, false, false from asked a cross join lateral (
        select o.id from contacts o where o.dob = a.dob and o.id <> a.id and o.merged_into is null limit ${maxMatches}) o
      union all
      select a.id, o.contact_id, true, false from asked a join contact_emails e on e.contact_id = a.id cross join lateral (
        select o.contact_id from contact_emails o
        where plain_text(o.email) collate "C" = plain_text(e.email) collate "C" and o.contact_id <> a.id limit ${maxMatches}) o
      union all
      select a.id, o.contact_id, false, true from asked a join contact_phones p on p.contact_id = a.id cross join lateral (
        select o.contact_id from contact_phones o
        where o.phone collate "C" = p.phone collate "C" and o.contact_id <> a.id limit ${maxMatches}) o)
    select a.id, o.id as "otherId", round(extensions.similarity(a.sort_name, o.sort_name) * 100)::int as alike, a.dob = o.dob as "sameDob",
      s.email as "sameEmail", s.phone as "samePhone"
    from (select id, other_id, bool_or(email) as email, bool_or(phone) as phone from sharing group by id, other_id) s
    join asked a on a.id = s.id
    join contacts o on o.id = s.other_id and o.merged_into is null
    where extensions.similarity(a.sort_name, o.sort_name) >= 0.2
      and not exists (select from contacts_told_apart t
        where t.contact_id = least(a.id, o.id) and t.other_id = greatest(a.id, o.id))`.execute(db)
  return rows.flatMap(({ id, otherId, ...comparison }) => {
    const likely = duplicateScore(comparison)
    return likely ? [{ id, otherId, ...likely }] : []
  })
}

/** How likely it is that two contacts are the same person. */
export async function comparePair(db: Db, id: number, otherId: number): Promise<DuplicateScore | null> {
  const pair = (await likelyPairs(db, [id])).find((likely) => likely.otherId === otherId)
  return pair ? { score: pair.score, reason: pair.reason } : null
}

/** Advisory lock that allows one comparison run at a time; the number is arbitrary, but must never change. */
const comparisonLock = 7_316_017

/**
 * Compares changed contacts, at most `maxEntries` of the queue, and stores the likely pairs. Returns the number of processed
 * entries: 0 if the queue is empty or another process is running.
 */
export async function compareChanged(db: Db, maxEntries: number): Promise<number> {
  return await inTransaction(db, async (db) => {
    const turn = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${comparisonLock}) as mine`.execute(db)
    if (!turn.rows[0]?.mine) return 0
    const { rows } = await sql<{ contactId: number }>`
      delete from contacts_to_compare where id in (select id from contacts_to_compare order by id limit ${maxEntries})
      returning contact_id as "contactId"`.execute(db)
    if (rows.length === 0) return 0
    const ids = [...new Set(rows.map(({ contactId }) => contactId))]
    const pairs = await likelyPairs(db, ids)
    await sql`delete from contact_pairs where contact_id = any(${ids}::bigint[]) or other_id = any(${ids}::bigint[])`.execute(
      db,
    )
    await sql`
      insert into contact_pairs (contact_id, other_id, score, reason)
      select distinct on (1, 2) least(id, "otherId"), greatest(id, "otherId"), score, reason
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (id bigint, "otherId" bigint, score smallint, reason text)`.execute(
      db,
    )
    return rows.length
  })
}

const batchSize = 500

/** Compares changed contacts every few seconds. */
export const contactComparisonJob = (db: Db): Job => ({
  name: 'contacts.compare',
  everyMs: 3_000,
  failure: { category: 'Contacts', sentence: 'Contacts could not be compared' },
  run: async (signal) => {
    while (!signal.aborted && (await compareChanged(db, batchSize)) > 0);
  },
})
