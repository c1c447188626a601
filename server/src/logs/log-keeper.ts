import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { LogStream } from '../platform/runtime/logging.ts'
import { entryOf, type LogEntry } from './log-entry.ts'

/** The log of one node in the database: takes lines as they come and writes many at once. */
export interface LogKeeper extends LogStream {
  /** Writes what is waiting now. */
  flush: () => Promise<void>
  /** Writes the rest and takes nothing more. */
  stop: () => Promise<void>
}

/** Entries that wait for the database; what comes when so many wait is dropped and counted. */
const maxWaiting = 2_000
/** Entries of one statement. */
const together = 500
/** Entries that are kept of a minute: an error in a loop fills no disk. What is beyond is dropped and counted. */
const maxInMinute = 600
const writeAfter = 500
/** After a failure, so long that a database that comes back is not run down. */
const tryAgainAfter = 5_000

/**
 * Keeps a log that slows no request: a line is read and put in a queue, which is written in the background. It says nothing
 * of its own troubles to itself; what was dropped is told as an entry when the database is there again.
 */
export function logKeeper({ db, server }: { db: Db; server: string }): LogKeeper {
  const waiting: LogEntry[] = []
  let dropped = 0
  let minute = { since: performance.now(), taken: 0 }
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  /** Being written, or left alone for a while after a failure: what comes meanwhile is taken along then. */
  let underway = false
  let stopped = false

  function write(line: string): void {
    const entry = stopped ? null : entryOf(line)
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
    timer ??= setTimeout(flush, milliseconds).unref()
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
        // The console has the lines; a log of this would only make more of them.
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
  message: `${count} further entries were not kept: too many came at once, or the database was away`,
})

/** Adds entries as they are, with their own times. */
export async function insertEntries(db: Db, server: string, entries: readonly LogEntry[]): Promise<void> {
  await sql`
    insert into log_entries (at, level, category, server, user_id, message)
    select at, level, category, ${server}, "userId", message
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as e (at timestamptz, level text, category text, "userId" bigint, message text) order by at`.execute(db)
}
