import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { LogStream } from '../platform/runtime/logging.ts'
import { type LogEntry, parseLogEntry } from './log-entry.ts'

/** Writes the log of one node to the database in batches. */
export interface LogKeeper extends LogStream {
  /** Writes pending entries. */
  flush: () => Promise<void>
  /** Writes pending entries, then accepts none. */
  stop: () => Promise<void>
}

/** Maximum number of pending entries; further ones are dropped and counted. */
const maxWaiting = 2_000
/** Entries per statement. */
const together = 500
/** Maximum number of entries per minute, so that an error in a loop cannot fill the disk; further ones are dropped and counted. */
const maxInMinute = 600
const writeAfter = 500
/** Delay after a failure in milliseconds, so that a recovering database is not overloaded. */
const tryAgainAfter = 5_000

/**
 * Log writer that does not delay requests: lines are queued and written in the background. Its own errors are not logged;
 * the number of dropped entries is logged once the database is available again.
 */
export function logKeeper({ db, server }: { db: Db; server: string }): LogKeeper {
  const waiting: LogEntry[] = []
  let dropped = 0
  let minute = { since: performance.now(), taken: 0 }
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  /** Whether a write is running or scheduled after a failure. */
  let underway = false
  let stopped = false
  // Lines come from tasks that hold a connection; writing them is no part of those tasks.
  const outside = AsyncLocalStorage.snapshot()

  function write(line: string): void {
    const entry = stopped ? null : parseLogEntry(line)
    if (!entry) return
    if (performance.now() - minute.since >= 60_000) minute = { since: performance.now(), taken: 0 }
    if (waiting.length >= maxWaiting || minute.taken >= maxInMinute) dropped++
    else {
      minute.taken++
      waiting.push(entry)
    }
    if (!underway) later(writeAfter)
  }

  function later(milliseconds: number): void {
    timer ??= outside(() => setTimeout(flush, milliseconds).unref())
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(writeAll)
    return writing
  }

  async function writeAll(): Promise<void> {
    underway = true
    while (waiting.length > 0 || dropped > 0) {
      const [entries, untold] = [waiting.slice(0, together), dropped]
      try {
        await insertEntries(db, server, untold > 0 ? [...entries, droppedEntry(untold)] : entries)
      } catch {
        // The console has the lines; logging this would only add more of them.
        if (!stopped) later(tryAgainAfter)
        return
      }
      waiting.splice(0, entries.length)
      dropped -= untold
    }
    underway = false
  }

  return {
    write,
    flush,
    async stop() {
      stopped = true
      await flush()
    },
  }
}

const droppedEntry = (count: number): LogEntry => ({
  at: new Date().toISOString(),
  level: 'Warning',
  category: 'Server',
  userId: null,
  message: `${count} more log entries were dropped: too many at once, or the database was unavailable`,
})

/** Inserts entries with their own timestamps. */
export async function insertEntries(db: Db, server: string, entries: readonly LogEntry[]): Promise<void> {
  await sql`
    insert into log_entries (at, level, category, server, user_id, message)
    select at, level, category, ${server}, "userId", message
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as e (at timestamptz, level text, category text, "userId" bigint, message text) order by at`.execute(db)
}
