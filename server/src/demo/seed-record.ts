import { sql } from 'kysely'
import type { LogEntry } from '../logs/log-entry.ts'
import { insertEntries } from '../logs/log-keeper.ts'
import { type AuditEvent, commandSource, keptColumns, signed } from '../platform/audit/audit.ts'
import { addUncommittedEvents, type UncommittedEvent } from '../platform/audit/uncommitted-events.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { DemoRandom } from './demo-random.ts'
import { demoDomain } from './people/demo-sign-ins.ts'

/** Days of past activity. */
const days = 21
const seed = 36_001
const minute = 60_000
const dayLength = 86_400_000

/** An event and its log entry. */
interface Done {
  at: number
  userId: number | null
  address: string | null
  event?: AuditEvent
  entry?: Pick<LogEntry, 'level' | 'category' | 'message'>
}

interface Seeds {
  people: number[]
  policies: number[]
  loads: { id: number; kind: string; userId: number | null; at: Date }[]
}

/**
 * Seeds the audit record and the log with three weeks of sign-ins, reads, exports and imports, with signed events, if the log
 * is empty.
 */
export async function seedRecordDemo(
  db: Db,
  { auditSecret, server, now }: { auditSecret: string; server: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (db) => {
    // Serializes two servers that start at the same time.
    await sql`lock table log_entries in share row exclusive mode`.execute(db)
    const { rows } = await sql<{ wanted: boolean }>`
      select not exists (select from log_entries) and exists (select from users where user_name like ${`%${demoDomain}`})
        as wanted`.execute(db)
    if (!rows[0]?.wanted) return
    const done = pastOf(await seedsOf(db), now).filter(({ at }) => at < now.getTime())
    done.sort((a, b) => a.at - b.at)
    await addEvents(db, auditSecret, done)
    await insertEntries(
      db,
      server,
      done.flatMap(({ at, userId, entry }) => (entry ? [{ ...entry, at: new Date(at).toISOString(), userId }] : [])),
    )
  })
}

async function seedsOf(db: Db): Promise<Seeds> {
  const people = await sql<{ id: number }>`
    select id from users where user_name like ${`%${demoDomain}`} and enabled and cardinality(roles) > 0
    order by id limit 12`.execute(db)
  const policies = await sql<{ id: number }>`select id from policies order by id limit 500`.execute(db)
  const loads = await sql<Seeds['loads'][number]>`
    select id, kind, loaded_by as "userId", loaded_at as at from import_batches order by loaded_at desc limit 20`.execute(
    db,
  )
  return { people: people.rows.map(({ id }) => id), policies: policies.rows.map(({ id }) => id), loads: loads.rows }
}

function pastOf({ people, policies, loads }: Seeds, now: Date): Done[] {
  const done = loads.map(
    ({ id, kind, userId, at }): Done => ({
      at: at.getTime(),
      userId,
      address: '203.0.113.10',
      event: { action: 'import', entity: kind, entityId: id, outcome: 'done' },
      entry: { level: 'Information', category: 'Uploads', message: `Loaded a file of ${kind}` },
    }),
  )
  for (let day = days; day >= 0; day--) {
    const morning = now.getTime() - (now.getTime() % dayLength) - day * dayLength + 13 * 60 * minute
    done.push({ ...ofServer(morning - 95 * minute), entry: started })
    if (day % 8 === 3) done.push({ ...ofServer(morning + 90 * minute), entry: unsent })
    for (const [nth, userId] of people.entries())
      done.push(...dayOf(userId, policies, morning, new DemoRandom(seed + day, nth)))
  }
  return done
}

const ofServer = (at: number) => ({ at, userId: null, address: null })
const started = { level: 'Information', category: 'Server', message: 'Coverdesk started' } as const
const unsent = {
  level: 'Warning',
  category: 'Messages',
  message:
    'A message did not go out: Error connect ECONNREFUSED 192.0.2.25:587 (ECONNREFUSED). It is tried again in a minute, and then less and less often for a day.',
} as const

/** Events of one user on one day, with rejected sign-ins if the password was wrong at first. */
function dayOf(userId: number, policies: readonly number[], morning: number, random: DemoRandom): Done[] {
  if (random.chance(0.3)) return []
  const address = `203.0.113.${20 + (userId % 200)}`
  const began = morning + random.between(0, 70) * minute
  const done: Done[] = []
  const does = (after: number, event: AuditEvent, entry?: Done['entry']) =>
    done.push({ at: began + after * minute, userId, address, event, ...(entry ? { entry } : {}) })
  if (random.chance(0.08))
    done.push({
      at: began - minute,
      userId: null,
      address,
      event: { action: 'login', entity: 'user', entityId: userId, outcome: 'refused' },
      entry: { level: 'Warning', category: 'Sign-in', message: 'A sign-in was rejected' },
    })
  const signedIn = { level: 'Information', category: 'Sign-in', message: 'Signed in' } as const
  does(0, { action: 'login', entity: 'user', entityId: userId, outcome: 'done' }, signedIn)
  for (let looks = random.between(2, 6), at = 3; looks > 0; looks--, at += random.between(4, 60))
    does(at, { action: 'read', entity: 'policy', outcome: 'done', subjects: pageOf(policies, random) })
  if (random.chance(0.15)) {
    const subjects = pageOf(policies, random, 200)
    const facts = { format: 'xlsx', rows: subjects.length, list: 'policies', filters: 'state' }
    const message = `Exported ${subjects.length} rows of policies as xlsx`
    does(
      200,
      { action: 'export', entity: 'policy', outcome: 'done', facts, subjects },
      {
        level: 'Information',
        category: 'Exports',
        message,
      },
    )
  }
  does(random.between(420, 510), { action: 'logout', entity: 'user', entityId: userId, outcome: 'done' })
  return done
}

function pageOf(policies: readonly number[], random: DemoRandom, most = 10): number[] {
  const from = random.between(0, Math.max(0, policies.length - most))
  return policies.slice(from, from + most)
}

async function addEvents(db: Db, auditSecret: string, done: readonly Done[]): Promise<void> {
  const source = commandSource(auditSecret)
  const rows = done.flatMap(({ at, userId, address, event }) =>
    event ? [{ ...signed({ ...source, userId, address }, event), at: new Date(at).toISOString() }] : [],
  )
  const inserted = await sql<UncommittedEvent>`
    insert into audit_events (at, user_id, action, entity, entity_id, outcome, address, facts, subjects, mac)
    select at, user_id, action, entity, entity_id, outcome, address, facts, subjects, mac
    from json_to_recordset(${JSON.stringify(rows)}::json) as e (at timestamptz, user_id bigint, action text, entity text,
      entity_id text, outcome text, address text, facts jsonb, subjects bigint[], mac bytea)
    returning ${sql.raw(keptColumns)}`.execute(db)
  addUncommittedEvents(db, inserted.rows)
}
