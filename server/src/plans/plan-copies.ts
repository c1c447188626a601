import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Age after which a copy is replaced: plans change a few times a year. */
const newerAfterMinutes = 60
/** Maximum age of a copy that is shown. */
const copyDays = 7
/** Maximum number of copies, about 50 kB each; the oldest are deleted. */
const maxCopies = 2_000

/** Saves a response of the exchange for when it does not respond. */
export async function saveCopy(db: Db, question: object, answer: unknown): Promise<void> {
  const hash = hashOf(question)
  const { rows } = await sql<{ fresh: boolean }>`
    select exists (select from plan_copies where question_hash = ${hash}
      and said_at > now() - make_interval(mins => ${newerAfterMinutes})) as fresh`.execute(db)
  if (rows[0]?.fresh) return
  await sql`
    insert into plan_copies (question_hash, answer) values (${hash}, ${JSON.stringify(answer)})
    on conflict (question_hash) do update set answer = excluded.answer, said_at = excluded.said_at`.execute(db)
  await sql`
    delete from plan_copies where ctid = any(array(
      select ctid from plan_copies
      where said_at < now() - make_interval(days => ${copyDays})
        or said_at < (select said_at from plan_copies order by said_at desc offset ${maxCopies} limit 1)
      limit 100 for update skip locked))`.execute(db)
}

/** The last copy for a question with its time; null if there is none or it is too old. */
export async function copyOf(db: Db, question: object): Promise<{ answer: unknown; saidAt: Date } | null> {
  const { rows } = await sql<{ answer: string; saidAt: Date }>`
    select answer, said_at as "saidAt" from plan_copies
    where question_hash = ${hashOf(question)} and said_at > now() - make_interval(days => ${copyDays})`.execute(db)
  const [copy] = rows
  return copy ? { answer: JSON.parse(copy.answer), saidAt: copy.saidAt } : null
}

/** Questions are built in one place, so the order of their members is stable. */
function hashOf(question: object): Buffer {
  return createHash('sha256').update(JSON.stringify(question)).digest()
}
