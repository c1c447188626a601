import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { BootFailure } from '../runtime/boot-failure.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { type Connection, withConnection } from './connection.ts'

type Applied = { number: number; name: string; checksum: string }
type Migration = Applied & { sql: string } & RunsWith
/** Last migration of the oldest version that may start on the schema with a migration, if it says so (decision 288). */
type RunsWith = { runsWith: number | null }

/** From this number on each migration says which version runs on it. */
export const firstMarkedMigration = 350

/** Advisory lock that serializes nodes starting at once. The number is arbitrary, but must never change. */
const migrationLock = 7_316_001

/**
 * Applies the new files of `server/migrations` (`NNNN-name.sql`), each in its own transaction, and returns their names. Uses
 * a transaction lock, which also works behind a pooler. Warns when the database belongs to a newer version on whose schema
 * this one runs. Throws a BootFailure when it does not, or when a file was edited after it ran.
 */
export async function migrate(
  ownerUrl: string,
  folder: string = join(projectRoot, 'server/migrations'),
  warn: (sentence: string) => void = () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return await withConnection(ownerUrl, 'migrate', async (client) => {
    await prepare(client)
    const done: string[] = []
    for (const migration of migrations) {
      if (await applyOnce(client, migration, migrations)) done.push(migration.name)
    }
    const newer = checkUnknown(await readApplied(client), migrations)
    if (newer)
      warn(
        `The database belongs to a newer version of Coverdesk (it holds the migration ${newer.name}), on whose schema this version may run while the nodes are upgraded. Upgrade this node too.`,
      )
    return done
  })
}

/**
 * Runs exactly the migrations of another database (a backup) in the caller's transaction. Throws a BootFailure when one of
 * them is unknown or was edited since.
 */
export async function migrateAgain(connection: Connection, applied: readonly Applied[]): Promise<void> {
  const known = await readMigrations(join(projectRoot, 'server/migrations'))
  const [unknown] = unknownTo(known, applied)
  if (unknown)
    throw new BootFailure(
      `This backup was made by a newer version of Coverdesk: it holds the migration ${unknown.name}, which this version does not know. Restore it with that version or a newer one. Nothing was restored.`,
    )
  await connection.query('set local search_path = "$user", public, extensions')
  await createMigrationsTable(connection)
  for (const before of applied) {
    const migration = known.find(({ number }) => number === before.number)
    if (!migration) continue
    refuseEdited(before, migration)
    await runAndRecord(connection, migration)
  }
}

/** Migration files of a folder in order. Throws a BootFailure for a file not named `NNNN-name.sql`. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (!number) throw new BootFailure(`${join(folder, name)} must be named like 0001-what-it-brings.sql.`)
      const sql = await readFile(join(folder, name), 'utf8')
      const mark = /^-- runs with: (\d{4})$/m.exec(sql)?.[1]
      const runsWith = mark === undefined ? null : Number(mark)
      return { number, name, sql, runsWith, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  const twice = migrations.find((migration, at) => migrations[at - 1]?.number === migration.number)
  if (twice)
    throw new BootFailure(`Two migrations have the number of ${twice.name}. Give the newer one the next number.`)
  return migrations
}

/** Extensions have a separate schema, so that `search_path` can move the agency's tables to any schema. */
async function prepare(client: Connection): Promise<void> {
  await inLockedTransaction(client, () => createMigrationsTable(client))
}

async function createMigrationsTable(client: Connection): Promise<void> {
  await client.query(`
    create schema if not exists extensions;
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

async function applyOnce(client: Connection, migration: Migration, known: Migration[]): Promise<boolean> {
  return await inLockedTransaction(client, async () => {
    const applied = await readApplied(client)
    checkUnknown(applied, known)
    const before = applied.find((row) => row.number === migration.number)
    if (before) refuseEdited(before, migration)
    else await runAndRecord(client, migration)
    return !before
  })
}

function refuseEdited(before: Applied, migration: Migration): void {
  if (before.checksum === migration.checksum) return
  throw new BootFailure(
    `The migration ${before.name} was changed after it ran on this database. Restore the file, and put the change into a new migration.`,
  )
}

async function runAndRecord(client: Connection, migration: Migration): Promise<void> {
  await runSql(client, migration)
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ])
  if (migration.runsWith === null) return
  await client.query('update migrations set runs_with = $2 where number = $1', [migration.number, migration.runsWith])
}

async function runSql(client: Connection, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    // A full disk or a lost connection is not the migration's fault.
    if (!(error instanceof pg.DatabaseError) || error.code === '53100') throw error
    throw new BootFailure(`The migration ${name} failed and was rolled back:  ${error.message}.`, { cause: error })
  }
}

/** Runs `work` in a transaction under the migration lock, without the timeouts of requests. */
async function inLockedTransaction<T>(client: Connection, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query('set local search_path = "$user", public, extensions')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function readApplied(client: Connection): Promise<(Applied & RunsWith)[]> {
  // As a document: the column is newer than the table.
  const { rows } = await client.query<Applied & RunsWith>(`
    select number, name, checksum, (to_jsonb(m) ->> 'runs_with')::int as "runsWith" from migrations m order by number`)
  return rows
}

/**
 * Newest migration of the database that this version does not know, if it may run nevertheless: each of them says so, and
 * nothing of its own is missing. Throws a BootFailure if it may not.
 */
function checkUnknown(applied: readonly (Applied & RunsWith)[], known: readonly Migration[]): Applied | null {
  const unknown = unknownTo(known, applied)
  const newest = unknown.at(-1)
  if (!newest) return null
  const last = known.at(-1)?.number ?? 0
  const isAllowed = unknown.every(({ runsWith }) => runsWith !== null && runsWith <= last)
  if (!isAllowed || unknownTo(applied, known).length > 0) throw newerVersion(newest)
  return newest
}

function unknownTo<T extends { number: number }>(known: readonly { number: number }[], all: readonly T[]): T[] {
  const numbers = new Set(known.map(({ number }) => number))
  return all.filter(({ number }) => !numbers.has(number))
}

function newerVersion({ name }: { name: string }): BootFailure {
  return new BootFailure(
    `The database belongs to a newer version of Coverdesk: it holds the migration ${name}, which this version does not know and cannot run with. Start the newer version, or restore a backup from before the update.`,
  )
}
