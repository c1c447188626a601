import { parseLsn } from '@coverdesk/embedded-postgres/continuous/wal-position.ts'
import { sql } from 'kysely'
import { databaseAnswers } from '../cluster/database-answers.ts'
import type { Connection } from '../connection.ts'
import { type Db, openPool, type PoolCounts, poolOf, type QueryWatch } from '../database.ts'

/** Standby that may answer some reads; see `standby` of a route (decision 180). */
export interface Standby {
  /**
   * Its handle, if it has replayed `writtenLsn` and is at most a minute behind; null when the primary has to answer. Null
   * as `writtenLsn` is a user without a write.
   */
  find: (writtenLsn: string | null) => Promise<Db | null>
  /** Leaves the standby alone for a while after an error. */
  reportFailure: (error: unknown) => void
  /** Notes the position of the primary, which tells later how far behind the standby is. */
  sample: (primary: Db) => Promise<void>
  /** Whether it answers now, and as a standby. */
  answers: () => Promise<boolean>
  /** Its connections. */
  pool: () => PoolCounts
  close: () => Promise<void>
}

interface StandbyOptions extends QueryWatch {
  /** Age of the newest sample that the standby must have replayed. */
  maxLagMs?: number
  /** Called when the standby stops to answer, with the reason, and when it answers again. */
  onChange?: (problem: string | null) => void
}

/** Interval of samples. */
export const sampleMs = 10_000
const minuteMs = 60_000
const pauseMs = 10_000
const answerMs = 1_000

interface Sample {
  at: number
  lsn: bigint
}

/** The standby takes longer than a read may wait: busy once, or on a connection that leads nowhere. */
class SlowStandby extends Error {}

/** Opens the pool of a standby; it may be down, now or later. */
export function openStandby(url: string, { maxLagMs = minuteMs, onChange, ...watch }: StandbyOptions = {}): Standby {
  const open = () => openPool(url, { size: 8, onConnect: sameServer(), ...watch })
  let db = open()
  let samples: Sample[] = []
  let pausedUntil = 0
  let slowInARow = 0
  let problem: string | null = null
  const setProblem = (next: string | null) => {
    if (next !== problem) onChange?.(next)
    problem = next
  }

  function reportFailure(error: unknown): void {
    pausedUntil = performance.now() + pauseMs
    setProblem(error instanceof Error ? error.message : String(error))
  }

  /** Lets the next connections find a standby again: the promotion of one breaks no connection. */
  function reopen(): void {
    const before = db
    db = open()
    before.destroy().catch(() => undefined)
  }

  /** Newest sample of the allowed age, which every answer must contain; the first one until one has that age. */
  function oldestAllowed(): (Sample & { hasAge: boolean }) | null {
    const before = performance.now() - maxLagMs
    const [first] = samples
    const sample = samples.findLast(({ at }) => at <= before) ?? first
    return sample ? { ...sample, hasAge: sample.at <= before } : null
  }

  /** Position that the standby has replayed; null for what is no standby, such as after its promotion. */
  async function replayed(db: Db): Promise<bigint | null> {
    const query = sql<{ lsn: string | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as lsn`.execute(db)
    const late = AbortSignal.timeout(answerMs)
    const { promise, reject } = Promise.withResolvers<never>()
    late.addEventListener('abort', () => reject(new SlowStandby('The standby does not answer')))
    const { rows } = await Promise.race([query, promise])
    const lsn = rows[0]?.lsn
    return lsn ? parseLsn(lsn) : null
  }

  return {
    async find(writtenLsn) {
      const allowed = oldestAllowed()
      if (allowed === null || performance.now() < pausedUntil) return null
      const asked = db
      try {
        const position = await replayed(asked)
        if (position === null) throw new Error('It is no standby')
        slowInARow = 0
        const isBehind = position < allowed.lsn
        if (!isBehind || allowed.hasAge) setProblem(isBehind ? 'It is too far behind' : null)
        if (isBehind) return null
        return writtenLsn !== null && position < parseLsn(writtenLsn) ? null : asked
      } catch (error) {
        // Other requests of the same moment fail for the same reason.
        if (performance.now() < pausedUntil) return null
        slowInARow = error instanceof SlowStandby ? slowInARow + 1 : 0
        reportFailure(error)
        if (asked === db && slowInARow !== 1) reopen()
        return null
      }
    },
    reportFailure,
    async sample(primary) {
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(primary)
      const now = performance.now()
      if (rows[0]) samples.push({ at: now, lsn: parseLsn(rows[0].lsn) })
      const last = samples.findLastIndex(({ at }) => at <= now - maxLagMs)
      samples = samples.slice(Math.max(last, 0))
    },
    answers: () => databaseAnswers(db, 'select pg_is_in_recovery()'),
    pool: () => poolOf(db),
    close: () => db.destroy(),
  }
}

/**
 * Refuses connections that lead to another server than the first one, as behind a name of several standbys: what one has
 * replayed, another may not have.
 */
function sameServer(): (connection: Connection) => Promise<void> {
  let first: string | undefined
  return async (connection) => {
    const { rows } = await connection.query<{ started: string }>('select pg_postmaster_start_time()::text as started')
    const started = rows[0]?.started
    first ??= started
    if (started !== first) throw new Error('Wrong server of the database: it is another standby')
  }
}

/** Notes that a user has written, for all of the user's sessions and every node. */
export async function noteOwnWrite(db: Db, userId: number): Promise<void> {
  await sql`
    update sessions set written_lsn = pg_current_wal_insert_lsn() where user_id = ${userId} and ended_at is null`.execute(
    db,
  )
}
